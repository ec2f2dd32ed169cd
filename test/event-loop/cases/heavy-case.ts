import type { CallerKind } from "../../fuzz/callers.ts";

/** A request, or a mail, that takes as much work as its sender can cause. */
export interface HeavyCase {
  /** What it is of: an endpoint, a page, an integration, or mail. */
  readonly of: string;
  /** Which part of it is large, and how. */
  readonly what: string;
  readonly caller: CallerKind;
  /** The request without its credentials. The number makes it another one, since some things can be done only once. */
  readonly request: (number: number) => HeavyRequest | HeavyMail;
}

export interface HeavyRequest {
  /** The method and the path. */
  readonly start: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Whether it is sent alone, and its response, which may be large, is not kept. */
  readonly isRead?: true;
}

export interface HeavyMail {
  /** What follows `DATA`. */
  readonly mail: Buffer;
  /** Whether it is said after the greeting, instead of a mail. */
  readonly isWhole?: true;
}

export const FORM = "Content-Type: application/x-www-form-urlencoded";

/** A text of a form, with only those characters escaped that would end it: a body has room for more of them. */
export const formText = (text: string): string =>
  text.toWellFormed().replace(/[%&+]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** So many bytes of a text as fit, with none of its characters cut. */
export function bytesAtMost(most: number, text: (length: number) => string): Buffer {
  const bytes = Buffer.from(text(most));
  return bytes.length <= most ? bytes : Buffer.from(text(Math.floor((most * most) / bytes.length)));
}
