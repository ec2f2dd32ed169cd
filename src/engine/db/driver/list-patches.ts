/** Parameters in the binary format: see binary-list.ts. The driver sends all of them as text. */
import type { Patch } from "./patch.ts";

export const LIST_PATCHES: readonly Patch[] = [
  {
    file: "connection.js",
    was: "b().B().str(portal + b.N).str(statement + b.N).i16(0).i16(parameters.length)",
    is: `b().B().str(portal + b.N).str(statement + b.N)
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
`,
    is: `return b.i32(0xFFFFFFFF)

      if (isBinary(x))
        return b.i32(x[BINARY].length).bytes(x[BINARY])
`,
  },
  {
    file: "connection.js",
    was: "function parseError(x) {",
    is: `const BINARY = Symbol.for('parley binary list')

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
  raw(x) {`,
  },
];
