/** The character of an emoji code: code points in hexadecimal with dashes between them. */
export function characterOf(code: string): string {
  try {
    return String.fromCodePoint(...code.split("-").map((point) => Number.parseInt(point, 16)));
  } catch {
    return "";
  }
}
