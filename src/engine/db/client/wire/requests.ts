/** The messages that a client sends, in PostgreSQL's protocol 3.0. */
import { newOutput, type Output, putBytes, putInt16, putInt32, putTerminated, room } from "./output.ts";

const code = (letter: string): number => letter.charCodeAt(0);
const [PARSE, DESCRIBE, BIND, QUERY, PASSWORD] = ["P", "D", "B", "Q", "p"].map(code) as [
  number,
  number,
  number,
  number,
  number,
];
const [COPY_DATA, COPY_FAIL] = [code("d"), code("f")];
const STATEMENT = code("S");

/** Begins a message, and returns where its length is. */
function begin(to: Output, type: number): number {
  const at = room(to, 5);
  to.bytes[at] = type;
  to.length = at + 5;
  return at + 1;
}

function end(to: Output, lengthAt: number): void {
  to.bytes.writeInt32BE(to.length - lengthAt, lengthAt);
}

/** A message that is always the same. */
function constant(type: string, ...body: number[]): Buffer {
  const output = newOutput();
  const at = begin(output, code(type));
  putBytes(output, Uint8Array.from(body));
  end(output, at);
  return Buffer.from(output.bytes.subarray(0, output.length));
}

export const SYNC = constant("S");
export const FLUSH = constant("H");
export const TERMINATE = constant("X");
export const COPY_DONE = constant("c");
/** Executes what was bound, without a limit of rows, and ends the request. */
export const EXECUTE_AND_SYNC = Buffer.concat([constant("E", 0, 0, 0, 0, 0), SYNC]);

const SSL_CODE = 80_877_103;
export const SSL_REQUEST = Buffer.from(Int32Array.of(8, SSL_CODE).buffer).swap32();

const CANCEL_CODE = 80_877_102;

/** The key is what the server has sent at the start: its process and a secret. */
export function cancelRequest(key: Uint8Array): Buffer {
  const output = newOutput();
  putInt32(output, 8 + key.length);
  putInt32(output, CANCEL_CODE);
  putBytes(output, key);
  return output.bytes.subarray(0, output.length);
}

const PROTOCOL = 196_608;

export function startupMessage(settings: Readonly<Record<string, string>>): Buffer {
  const output = newOutput();
  putInt32(output, 0);
  putInt32(output, PROTOCOL);
  for (const [name, value] of Object.entries(settings)) {
    putTerminated(output, name);
    putTerminated(output, value);
  }
  putTerminated(output, "");
  end(output, 0);
  return output.bytes.subarray(0, output.length);
}

export function parse(to: Output, name: string, text: string, types: readonly number[]): void {
  const at = begin(to, PARSE);
  putTerminated(to, name);
  putTerminated(to, text);
  putInt16(to, types.length);
  for (const type of types) putInt32(to, type);
  end(to, at);
}

export function describe(to: Output, name: string): void {
  const at = begin(to, DESCRIBE);
  to.bytes[room(to, 1)] = STATEMENT;
  to.length += 1;
  putTerminated(to, name);
  end(to, at);
}

/** Binds parameters, which are appended by a function with their formats and their number. All columns are texts. */
export function bind(to: Output, name: string, appendParameters: (to: Output) => void): void {
  const at = begin(to, BIND);
  putTerminated(to, "");
  putTerminated(to, name);
  appendParameters(to);
  putInt16(to, 0);
  end(to, at);
}

export function simpleQuery(to: Output, text: string): void {
  const at = begin(to, QUERY);
  putTerminated(to, text);
  end(to, at);
}

function message(type: number, append: (to: Output) => void): Buffer {
  const output = newOutput();
  const at = begin(output, type);
  append(output);
  end(output, at);
  return output.bytes.subarray(0, output.length);
}

/** What a server asks for when it authenticates a client. */
export const passwordMessage = (password: string): Buffer => message(PASSWORD, (to) => putTerminated(to, password));

export const saslInitial = (mechanism: string, text: string): Buffer =>
  message(PASSWORD, (to) => {
    putTerminated(to, mechanism);
    putInt32(to, Buffer.byteLength(text));
    putBytes(to, Buffer.from(text));
  });

export const saslResponse = (text: string): Buffer => message(PASSWORD, (to) => putBytes(to, Buffer.from(text)));

export const copyData = (bytes: Uint8Array): Buffer => message(COPY_DATA, (to) => putBytes(to, bytes));
export const copyFail = (reason: string): Buffer => message(COPY_FAIL, (to) => putTerminated(to, reason));
