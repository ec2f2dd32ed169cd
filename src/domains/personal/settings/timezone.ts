import { badRequest } from "#platform/errors.ts";
import { type Param, text } from "#api/parameters/params.ts";

/** Current names of time zones for which the runtime still returns an older name. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** Offsets such as +05:30 are not names. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** The current name of a time zone, for any of its names. */
export function canonicalTimezone(name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return RENAMED[timeZone] ?? timeZone;
  } catch {
    return undefined;
  }
}

export function timezone(about: string): Param<string> {
  const param = text(about, { max: 100 });
  return {
    ...param,
    decode(name, raw) {
      const canonical = canonicalTimezone(param.decode(name, raw));
      if (canonical === undefined) throw badRequest(`${name} is not a recognized time zone`);
      return canonical;
    },
  };
}
