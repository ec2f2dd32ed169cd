/** A file of an archive. Its size is known before its bytes are: so tar wants it. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly bytes: Iterable<Buffer> | AsyncIterable<Buffer>;
}

const BLOCK = 512;
/** What eleven octal digits can say. Larger sizes are written as a binary number, as GNU tar does. */
const MAX_OCTAL = 0o77777777777;
const MAX_NAME_LENGTH = 100;

/** A tar archive (POSIX ustar) of files, one after another, in constant memory. */
export async function* tar(entries: AsyncIterable<Entry>, modifiedAt: number): AsyncGenerator<Buffer> {
  for await (const { name, size, bytes } of entries) {
    yield header(name, size, modifiedAt);
    let length = 0;
    for await (const part of bytes) {
      length += part.length;
      yield part;
    }
    if (length !== size) throw new Error(`${name} has ${length} bytes, and ${size} were announced`);
    if (size % BLOCK !== 0) yield Buffer.alloc(BLOCK - (size % BLOCK));
  }
  yield Buffer.alloc(2 * BLOCK);
}

function header(name: string, size: number, modifiedAt: number): Buffer {
  if (name.length > MAX_NAME_LENGTH || !/^[ -~]+$/.test(name)) throw new Error(`${name} is no name for a tar archive`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, "0"), at, "latin1");
  block.write(name, 0, "latin1");
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  if (size <= MAX_OCTAL) octal(size, 124, 11);
  else writeBinary(block, size);
  octal(modifiedAt, 136, 11);
  block.write("        0", 148, "latin1");
  block.write("ustar\0", 257, "latin1");
  block.write("00", 263, "latin1");
  // The sum of all bytes, with spaces in its own place.
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

function writeBinary(block: Buffer, size: number): void {
  block.writeUInt8(0x80, 124);
  block.writeBigUInt64BE(BigInt(size), 128);
}
