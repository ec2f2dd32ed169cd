/**
 * How parameters are sent. Those of a commit are encoded already, and lists too (see parameters.ts). Of the others, short
 * texts are written without a call of Node's. The command that executes the statement is appended in place, where the
 * driver copied the whole message once more.
 */
import type { Patch } from "./patch.ts";

export const PARAMETER_PATCHES: readonly Patch[] = [
  {
    file: "connection.js",
    was: `return Buffer.concat([
      Bind(q.parameters, q.statement.types, q.statement.name, q.cursorName),
      q.cursorFn
        ? Execute('', q.cursorRows)
        : ExecuteUnnamed
    ])`,
    is: `const execution = q.cursorFn ? Execute('', q.cursorRows) : ExecuteUnnamed
    return Bind(q.parameters, q.statement.types, q.statement.name, q.cursorName, execution)`,
  },
  {
    file: "connection.js",
    was: `function Bind(parameters, types, statement = '', portal = '') {
    let prev
      , type

    b().B().str(portal + b.N).str(statement + b.N).i16(0).i16(parameters.length)`,
    is: `function Bind(parameters, types, statement = '', portal = '', execution) {
    let serialize

    b().B().terminated(portal).terminated(statement)
    const encoded = encodedOf(parameters)
    if (encoded !== undefined) {
      b.i16(1).i16(1).i16(encoded.count).bytes(encoded.bytes.subarray(0, encoded.length))
      return b.i16(0).end(1, execution)
    }
    if (parameters.some(isBinary)) {
      b.i16(parameters.length)
      parameters.forEach(x => b.i16(isBinary(x) ? 1 : 0))
    } else {
      b.i16(0)
    }
    b.i16(parameters.length)`,
  },
  {
    file: "connection.js",
    was: `return b.i32(0xFFFFFFFF)

      type = types[i]
      parameters[i] = x = type in options.serializers
        ? options.serializers[type](x)
        : '' + x

      prev = b.i
      b.inc(4).str(x).i32(b.i - prev - 4, prev)
    })

    b.i16(0)

    return b.end()`,
    is: `return b.i32(0xFFFFFFFF)

      if (isBinary(x))
        return b.i32(x[BINARY].length).bytes(x[BINARY])

      serialize = options.serializers[types[i]]
      parameters[i] = x = serialize === undefined ? '' + x : serialize(x)
      b.text(x)
    })

    return b.i16(0).end(1, execution)`,
  },
  {
    file: "connection.js",
    was: "function parseError(x) {",
    is: `const BINARY = Symbol.for('parley binary list')

const ENCODED = Symbol.for('parley encoded parameters')

function encodedOf([x]) {
  return x !== null && typeof x === 'object' ? x[ENCODED] : undefined
}

function isBinary(x) {
  return x !== null && typeof x === 'object' && x[BINARY] !== undefined
}

function parseError(x) {`,
  },
  {
    file: "bytes.js",
    was: "  raw(x) {",
    is: `  bytes(x) {
    fit(x.length)
    x.copy(buffer, b.i)
    b.i += x.length
    return b
  },
  terminated(x) {
    putText(x)
    fit(1)
    buffer[b.i++] = 0
    return b
  },
  text(x) {
    const at = b.i
    fit(4)
    b.i += 4
    putText(x)
    buffer.writeUInt32BE(b.i - at - 4, at)
    return b
  },
  raw(x) {`,
  },
  {
    file: "bytes.js",
    was: `end(at = 1) {
    buffer.writeUInt32BE(b.i - at, at)`,
    is: `end(at = 1, after) {
    buffer.writeUInt32BE(b.i - at, at)
    after !== undefined && b.bytes(after)`,
  },
  {
    file: "bytes.js",
    was: "function reset() {",
    is: `function putText(x) {
  // No character takes more bytes. For long texts that would be much more than they need.
  fit(x.length <= 4096 ? x.length * 3 : Buffer.byteLength(x))
  if (x.length <= 24) {
    const end = b.i + x.length
    let at = b.i
    for (let code; at < end && (code = x.charCodeAt(at - b.i)) < 128; at++) buffer[at] = code
    if (at === end) {
      b.i = end
      return
    }
  }
  b.i += buffer.utf8Write(x, b.i)
}

function reset() {`,
  },
];
