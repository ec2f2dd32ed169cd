/** A change to one place in the source of the driver. */
export interface Patch {
  readonly file: string;
  readonly was: string;
  readonly is: string;
}

/** Returns the text with the change. A patch that does not match any more is an error, never a guess. */
export function patched(text: string, { file, was, is }: Patch): string {
  const parts = text.split(was);
  if (parts.length !== 2) throw new Error(`${file} of the driver is not the one that engine/db/driver/ patches`);
  return parts.join(is);
}
