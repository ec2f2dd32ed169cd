/** A name that nobody else chooses. Pages without TLS have no `crypto.randomUUID`. */
export function randomId(): string {
  const { randomUUID } = crypto as { randomUUID?: () => string };
  if (randomUUID !== undefined) return randomUUID.call(crypto);
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
