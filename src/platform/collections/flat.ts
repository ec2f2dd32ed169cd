/**
 * A text in one piece. Templates and `+` make a chain of their parts (a rope), and a single rope in a response makes
 * JSON.stringify take its slow path through all of it, which takes more than twice as long.
 */
export const flat = (...parts: readonly (string | number)[]): string => parts.join("");
