import { closeSync, openSync, writeSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";

/** A file of a zip archive. What is not what it should be is for tests of hostile archives. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly data: string | Buffer;
  /** In the form of `st_mode`. */
  readonly mode?: number;
  /** Bit 0: encrypted. */
  readonly flags?: number;
  /** By default 8: deflate. */
  readonly method?: number;
  readonly declaredSize?: number;
}

const UTF8 = 0x800;
const DEFLATE = 8;

/** Writes a zip file, one entry after another. */
export function writeZip(path: string, entries: Iterable<ZipEntry>): void {
  const file = openSync(path, "w");
  const directory: Buffer[] = [];
  let at = 0;
  const write = (...parts: readonly Buffer[]) => {
    for (const part of parts) at += writeSync(file, part);
  };
  for (const entry of entries) {
    const [name, data] = [Buffer.from(entry.name as string), Buffer.from(entry.data as string)];
    const { mode = 0o100644, flags = UTF8, method = DEFLATE, declaredSize = data.length } = entry;
    const packed = method === DEFLATE ? deflateRawSync(data) : data;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredSize, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode * 0x10000, 6);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, rest, name);
    write(Buffer.from("PK\x03\x04", "latin1"), common, name, packed);
  }
  const start = at;
  write(...directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  const count = directory.length / 4;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(at - start, 12);
  end.writeUInt32LE(start, 16);
  write(end);
  closeSync(file);
}
