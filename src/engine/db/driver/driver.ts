/**
 * The driver, mended. When the connection behind `reserve` or `begin` is lost, postgres 3.4.9 lets its holder go on:
 * the next statement, or the release, meets no socket (which ends the process: porsager/postgres#1066, #1208) or a
 * connection that the pool has given to somebody else meanwhile, and statements that waited for their turn wait for
 * ever. Here whoever holds a lost connection is refused with CONNECTION_GONE, and releasing it does nothing. And what a
 * statement leaves that fails half-way is not the next one's any more. The others are for speed.
 *
 * The mends are applied to the source as it is loaded; one that does not fit any more stops the start.
 */
import { registerHooks } from "node:module";
import type postgres from "postgres";

import { DEADLINES } from "./driver-deadlines.ts";
import type { Mend } from "./mend.ts";

/** The statement was not sent: the connection that it was meant for was lost before. */
const GONE = "Errors.connection('CONNECTION_GONE', options)";

const FAULTS: readonly Mend[] = [
  {
    // A connection that was lost in its very first statement ended the process; the next one must ask again.
    file: "connection.js",
    was: "return fetchArrayTypes()",
    is: "return fetchArrayTypes().catch(() => { needsTypes = true })",
  },
  {
    // A write that was called off here kept every later one from being scheduled, on the next socket too; and the last
    // words of the database on this one were taken for its answer to the first statement on the next.
    file: "connection.js",
    was: `clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
    is: `clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = errorResponse = null
    socket.removeListener('data', data)`,
  },
  {
    // Behind a statement that failed after its first rows, the rows of the next one stood where those would have ended.
    file: "connection.js",
    was: `query = results = errorResponse = null
    result = new Result()`,
    is: `query = results = errorResponse = null
    result = new Result()
    rows = 0`,
  },
  {
    // After a reset the socket closes a little later than it fails; what was sent in between got no answer at all. The
    // reason that the database gave for closing the connection was not passed on. And the statement that was lost stayed
    // the current one: it got the error with which the database refused the next connection, and who waited for that
    // connection got nothing.
    file: "connection.js",
    was: "!hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))",
    is: `if (query || sent.length) error(Object.assign(Errors.connection('CONNECTION_CLOSED', options), { cause: reason }))
    query = results = reason = null
    result = new Result()
    rows = 0`,
  },
  {
    file: "connection.js",
    was: `function ErrorResponse(x) {
    if (query) {`,
    is: `function ErrorResponse(x) {
    const said = parseError(x)
    if (said.severity === 'FATAL') reason = Errors.postgres(said)
    if (query) {`,
  },
  {
    file: "connection.js",
    was: ", nextWriteTimer = null\n    , terminated = false",
    is: ", nextWriteTimer = null\n    , reason = null\n    , terminated = false",
  },
  {
    file: "connection.js",
    was: "const x = socket.write(chunk, fn)",
    is: `if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
    const x = socket.write(chunk, fn)`,
  },
  {
    // A request for a connection that failed stayed in line, and the next free connection went to it and to nobody.
    file: "index.js",
    was: "const query = { reserve: resolve, reject }",
    is: "const query = { reserve: resolve, reject: (error) => { queries.remove(query); reject(error) } }",
  },
  {
    // The connection that replaces a lost one gives itself to whoever is first in line: who was taken out got nothing.
    file: "index.js",
    was: "queries.length && connect(c, queries.shift())",
    is: "queries.length && connect(c, { reserve: true, reject: (error) => queries.length && queries.shift().reject(error) })",
  },
  {
    file: "index.js",
    was: `sql.release = () => {
      c.reserved = null
      onopen(c)
    }`,
    is: `const own = c.reserved
    c.onclose = (error) => {
      while (queue.length) queue.shift().reject(error)
    }
    sql.release = () => {
      if (c.reserved !== own) return
      c.reserved = c.onclose = null
      onopen(c)
    }
    sql.abandon = () => {
      if (c.reserved === own) c.abandon()
    }`,
  },
  {
    file: "index.js",
    was: `function handler(q) {
      c.queue === full`,
    is: `function handler(q) {
      if (c.reserved !== own) return q.reject(${GONE})
      c.queue === full`,
  },
  {
    file: "index.js",
    was: `async function scope(c, fn, name) {`,
    is: `async function scope(c, fn, name) {
      const own = c.reserved`,
  },
  {
    file: "index.js",
    was: `q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
    is: `q.catch(e => uncaughtError || (uncaughtError = e))
        if (c.reserved !== own) return q.reject(${GONE})
        c.queue === full`,
  },
];

/** Most values are whole numbers and booleans, which are read from their bytes. */
const READ_FROM_BYTES: readonly Mend[] = [
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

/** Of the idle connections, the one that worked last: its process at the database has all that it needs at hand. */
const WARM_CONNECTIONS: readonly Mend[] = [
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

/** What the driver says of an answer besides its rows, it said by `defineProperties`, which took 10 µs each time. */
const LIGHT_RESULTS: readonly Mend[] = [
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

const MENDS = [...FAULTS, ...DEADLINES, ...READ_FROM_BYTES, ...WARM_CONNECTIONS, ...LIGHT_RESULTS];

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const file = /\/node_modules\/postgres\/src\/([a-z]+\.js)$/.exec(url)?.[1];
    const mends = MENDS.filter((mend) => mend.file === file);
    if (mends.length === 0) return loaded;
    const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: mends.reduce(applied, text) };
  },
});

function applied(text: string, { file, was, is }: Mend): string {
  const parts = text.split(was);
  if (parts.length !== 2) throw new Error(`${file} of the driver is not the one that engine/db/driver/driver.ts mends`);
  return parts.join(is);
}

export const driver: typeof postgres = (await import("postgres")).default;
hooks.deregister();
