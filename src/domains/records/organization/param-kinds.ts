import { badCharacterAt } from "#platform/characters.ts";
import { Type } from "#platform/schema/type.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { MAX_ID, type Param, text } from "#api/parameters/params.ts";

/** Text for people. It may have line breaks; characters that PostgreSQL cannot store are refused. */
export function prose(about: string, limits: { max: number; min?: 1 }): Param<string> {
  const param = text(about, { ...limits, trim: true });
  return {
    ...param,
    decode(name, raw) {
      if (raw.includes("\0")) throw badRequest(`${name} contains an invalid character`);
      return param.decode(name, raw);
    },
  };
}

/** The same in one line: names stand in headers of mails, and in lines that are read by programs. */
export function oneLine(about: string, limits: { max: number; min?: 1 }): Param<string> {
  const param = prose(about, limits);
  return {
    ...param,
    decode(name, raw) {
      const decoded = param.decode(name, raw);
      if (badCharacterAt(decoded) !== undefined || /[\u2028\u2029]/.test(decoded)) {
        throw badRequest(`${name} contains an invalid character`);
      }
      return decoded;
    },
  };
}

const unquoted = (raw: string): string => raw.replace(/^"(.*)"$/s, "$1");

/** One of a few words, with or without JSON's quotes: there are clients for both. */
export function looseWord<const Word extends string>(about: string, words: readonly Word[]): Param<Word> {
  return {
    about,
    schema: Type.Enum([...words]),
    isJson: false,
    required: true,
    decode(name, raw) {
      const found = words.find((word) => word === unquoted(raw));
      if (found === undefined) throw badRequest(`Invalid ${name}`);
      return found;
    },
  };
}

export const UNLIMITED = "unlimited";

/** A positive number, or the word `unlimited`. */
export function limit(about: string): Param<number | typeof UNLIMITED> {
  return {
    about: `${about} A number above 0, or \`unlimited\`.`,
    schema: Type.Union([Type.Integer({ minimum: 1, maximum: MAX_ID }), Type.Enum([UNLIMITED])]),
    isJson: true,
    required: true,
    decode(name, raw) {
      const value = /^-?\d{1,10}$/.test(raw) ? Number(raw) : unquoted(raw);
      if (value === UNLIMITED) return value;
      if (typeof value === "number" && value > 0 && value <= MAX_ID) return value;
      throw new ApiError("REQUEST_VARIABLE_INVALID", `Bad value for '${name}': ${value}`, {
        var_name: name,
        bad_value: value,
      });
    },
  };
}

/** The server for video calls: the address of a Jitsi server, or the word `default` for the server's own. */
export function serverAddress(about: string): Param<string> {
  const param = text(about, { max: 200, trim: true });
  return {
    ...param,
    decode(name, raw) {
      const address = param.decode(name, unquoted(raw));
      if (address !== "default" && !/^https?:\/\/[^\s/]/.test(URL.parse(address)?.href ?? "")) {
        throw badRequest(`${name} is not a URL`);
      }
      return address;
    },
  };
}
