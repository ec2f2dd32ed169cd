/**
 * The parser of mails gathers a body as a `Blob` of two parts for each line. Node's takes 10 µs and a kilobyte for a part:
 * 11 s and 370 MB for a mail of line ends. This one has what the parser uses of it, and takes a hundredth of that. It
 * replaces the global only in the thread that parses.
 */
export function useQuickBlobs(): void {
  globalThis.Blob = QuickBlob as unknown as typeof Blob;
}

type Part = string | Uint8Array | ArrayBuffer;

function QuickBlob(this: { arrayBuffer: () => Promise<ArrayBuffer> }, parts: readonly Part[]) {
  this.arrayBuffer = () => Promise.resolve(joined(parts));
}

function joined(parts: readonly Part[]): ArrayBuffer {
  const length = parts.reduce((sum, part) => sum + (typeof part === "string" ? part.length : part.byteLength), 0);
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    // The only texts are line ends.
    if (typeof part === "string")
      for (let index = 0; index < part.length; index += 1) all[at + index] = part.charCodeAt(index);
    else all.set(part instanceof ArrayBuffer ? new Uint8Array(part) : part, at);
    at += typeof part === "string" ? part.length : part.byteLength;
  }
  return all.buffer;
}
