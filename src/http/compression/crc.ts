import { crc32 } from "node:zlib";

/**
 * The CRC-32 of bytes that follow one another, computed from the CRC of each part: a CRC is a remainder of polynomials
 * over GF(2), and appending n bytes multiplies it by x to the power of 8n. Parts that are sent again and again are thus
 * read only once.
 */
export interface Checked {
  readonly crc: number;
  /** The factor for the CRC of everything before this part. */
  readonly shift: number;
}

export const checked = (part: Buffer): Checked => ({ crc: crc32(part), shift: powerOf(part.length) });

/** The CRC of no bytes. */
export const NOTHING: Checked = { crc: 0, shift: 0x80000000 };

/** The CRC of two parts, one after the other. */
export const followed = (first: Checked, second: Checked): Checked => ({
  crc: appended(first.crc, second),
  shift: product(first.shift, second.shift),
});

export const appended = (crc: number, { crc: next, shift }: Checked): number => (product(shift, crc) ^ next) >>> 0;

/** The polynomial of CRC-32. As everywhere here, the highest bit is the coefficient of 1, the next that of x. */
const MODULUS = 0xedb88320;
const X = 0x40000000;
const BITS_OF_A_BYTE = 3;

function product(a: number, b: number): number {
  let [result, rest] = [0, b];
  for (let bit = 31; bit >= 0; bit -= 1) {
    if (((a >>> bit) & 1) === 1) result ^= rest;
    rest = (rest & 1) === 1 ? (rest >>> 1) ^ MODULUS : rest >>> 1;
  }
  return result >>> 0;
}

/** x, x², x⁴, x⁸ and so on, each the square of the one before. */
const SQUARES = [X];
while (SQUARES.length < 48) {
  const last = SQUARES.at(-1) as number;
  SQUARES.push(product(last, last));
}

/** x to the power of eight times a length. */
function powerOf(length: number): number {
  let power = NOTHING.shift;
  for (let [rest, at] = [length, BITS_OF_A_BYTE]; rest > 0; rest = Math.floor(rest / 2), at += 1) {
    if (rest % 2 === 1) power = product(SQUARES[at] as number, power);
  }
  return power;
}
