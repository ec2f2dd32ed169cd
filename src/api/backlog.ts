/** What has come on a connection and is not served yet. */
export interface Backlog {
  readonly length: number;
  add(chunk: Buffer): void;
  /** All of it, which is gone then. */
  take(): Buffer;
}

export function createBacklog(): Backlog {
  let parts: Buffer[] | undefined;
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(chunk) {
      if (chunk.length === 0) return;
      length += chunk.length;
      if (parts === undefined) parts = [chunk];
      else parts.push(chunk);
    },
    take() {
      const all = parts?.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts ?? []);
      parts = undefined;
      length = 0;
      return all;
    },
  };
}
