/** Patches that make the driver faster. Everything works without them, but `fetch` takes 1.3 times as long. */
import type { Patch } from "./patch.ts";

/** Most values are whole numbers and booleans, which are parsed from their bytes without making a string. */
const READ_FROM_BYTES: readonly Patch[] = [
  {
    file: "connection.js",
    was: "parser: parsers[type],",
    is: "parser: parsers[type], read: READERS[type],",
  },
  {
    file: "connection.js",
    was: `          : column.parser === undefined
            ? x.toString('utf8', index, index += length)`,
    is: `          : column.read !== undefined
          ? column.read(x, index, index += length)
          : column.parser === undefined
            ? x.utf8Slice(index, index += length)`,
  },
  {
    file: "connection.js",
    was: "function Connection(options,",
    is: `function whole(x, index, end) {
  const isNegative = x[index] === 45
  let value = 0
  for (let i = isNegative ? index + 1 : index; i < end; i++) value = value * 10 + (x[i] - 48)
  return isNegative ? -value : value
}

const READERS = { 16: (x, index) => x[index] === 116, 20: whole, 21: whole, 23: whole }

function Connection(options,`,
  },
];

/** Of the idle connections the last used one is taken: its process at the database has its caches warm. */
const WARM_CONNECTIONS: readonly Patch[] = [
  {
    file: "queue.js",
    was: "push: (x) => (xs.push(x), x),",
    is: `push: (x) => (xs.push(x), x),
    pop: () => {
      const out = xs.pop()
      if (index === xs.length) {
        index = 0
        xs = []
      }
      return out
    },`,
  },
  { file: "index.js", was: "return go(open.shift(), query)", is: "return go(open.pop(), query)" },
];

/** The driver added the properties of a result by `defineProperties`, which took 10 µs each time. */
const LIGHT_RESULTS: readonly Patch[] = [
  {
    file: "result.js",
    was: `    Object.defineProperties(this, {
      count: { value: null, writable: true },
      state: { value: null, writable: true },
      command: { value: null, writable: true },
      columns: { value: null, writable: true },
      statement: { value: null, writable: true }
    })`,
    is: "    this.count = this.state = this.command = this.columns = this.statement = null",
  },
];

/**
 * V8 gives up optimizing whatever makes an object of a class that extends a built-in one and has a getter for the
 * species, each time again. A property with the same value does not stop it.
 */
const PLAIN_SPECIES: readonly Patch[] = [
  { file: "query.js", was: speciesGetter("Promise"), is: "  static [Symbol.species] = Promise" },
  { file: "result.js", was: speciesGetter("Array"), is: "  static [Symbol.species] = Array" },
];

/**
 * A prepared statement was found by a string made of the types of its parameters and its text, a kilobyte that was made
 * and hashed each time. Where all types are unknown, the text alone does, and is mostly the same string each time.
 */
const FOUND_BY_TEXT: readonly Patch[] = [
  {
    file: "connection.js",
    was: "q.signature = q.prepare && types + string",
    is: "q.signature = q.prepare && (types.every(type => type === 0) ? string : types + string)",
  },
];

/** The driver copied what it writes several times: a buffer that grows, and a chunk that nothing else refers to. */
const FEWER_COPIES: readonly Patch[] = [
  { file: "bytes.js", was: "const size = 256", is: "const size = 2048" },
  {
    file: "connection.js",
    was: "chunk = chunk ? Buffer.concat([chunk, x]) : Buffer.from(x)",
    is: "chunk = chunk ? Buffer.concat([chunk, x]) : x",
  },
];

/** Every statement made a timer that ends an idle connection, and the next one cleared it. Now there is one. */
const ONE_IDLE_TIMER: readonly Patch[] = [
  {
    file: "connection.js",
    was: "idleTimer = timer(end, options.idle_timeout)",
    is: "idleTimer = idleFor(end, options.idle_timeout)",
  },
  {
    file: "connection.js",
    was: "function timer(fn, seconds) {",
    is: `function idleFor(fn, seconds) {
  if (!seconds)
    return { cancel: noop, start: noop }

  let isIdle = false
    , timer = null
  return {
    cancel() {
      isIdle = false
    },
    start() {
      isIdle = true
      timer === null ? timer = setTimeout(look, seconds * 1000).unref() : timer.refresh()
    }
  }

  function look() {
    timer = null
    isIdle && fn()
  }
}

function timer(fn, seconds) {`,
  },
];

export const SPEED_PATCHES: readonly Patch[] = [
  ...READ_FROM_BYTES,
  ...WARM_CONNECTIONS,
  ...LIGHT_RESULTS,
  ...PLAIN_SPECIES,
  ...FOUND_BY_TEXT,
  ...FEWER_COPIES,
  ...ONE_IDLE_TIMER,
];

function speciesGetter(type: string): string {
  return `  static get [Symbol.species]() {
    return ${type}
  }`;
}
