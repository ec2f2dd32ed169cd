/**
 * Fixes for faults of postgres 3.4.9. When the connection of `reserve` or `begin` is lost, the driver lets its holder
 * go on: the next statement, or the release, meets no socket (which ends the process: porsager/postgres#1066, #1208) or
 * a connection that the pool has assigned to another caller, and queued statements wait for ever. With these patches
 * the holder of a lost connection is refused with CONNECTION_GONE, and releasing it does nothing. What is left of a
 * statement that fails half-way is not taken for the response to the next one any more.
 */
import type { Patch } from "./patch.ts";

/** The statement was not sent: its connection was lost before. */
const GONE = "Errors.connection('CONNECTION_GONE', options)";

export const FAULT_PATCHES: readonly Patch[] = [
  {
    // A connection that was lost in its very first statement ended the process; the next connection must read the types
    // again.
    file: "connection.js",
    was: "return fetchArrayTypes()",
    is: "return fetchArrayTypes().catch(() => { needsTypes = true })",
  },
  {
    // A cancelled write kept every later one from being scheduled, also on the next socket. The last bytes of this
    // socket were taken for the response to the first statement on the next one.
    file: "connection.js",
    was: `clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
    is: `clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = errorResponse = null
    socket.removeListener('data', data)`,
  },
  {
    // After a statement that failed after its first rows, the rows of the next statement were appended to its result.
    file: "connection.js",
    was: `query = results = errorResponse = null
    result = new Result()`,
    is: `query = results = errorResponse = null
    result = new Result()
    rows = 0`,
  },
  {
    // After a reset the socket closes a little later than it fails, and a statement sent in between got no response at
    // all. The reason that the database gave for closing the connection was not passed on. The lost statement stayed
    // the current one: it got the error with which the database refused the next connection, and the caller that waited
    // for that connection got none.
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
    const fault = parseError(x)
    if (fault.severity === 'FATAL') reason = Errors.postgres(fault)
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
    // A transaction got its connection for itself only if that could take more statements: not if `begin` was the last one
    // that fits into its pipeline, or if its socket was full. Then `begin` failed (UNSAFE_TRANSACTION), and the statements
    // of others ran inside a transaction that nobody ended.
    file: "connection.js",
    was: `return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`,
    is: `const takesMore = write(toBuffer(q)) && !q.describeFirst && !q.cursorFn && sent.length < max_pipeline
      return q.options.onexecute ? q.options.onexecute(connection) : takesMore`,
  },
  {
    // A COPY whose last rows filled the buffer of its reader left the connection paused for ever.
    file: "connection.js",
    was: `stream && stream.push(null)
    stream = null`,
    is: `stream && stream.push(null)
    stream = null
    socket.resume()`,
  },
  {
    // A COPY whose rows were refused after the last of them was sent, for example because of a constraint, never ended.
    file: "connection.js",
    was: "stream && (stream.destroy(err), stream = null)",
    is: `stream && (stream.destroy(err), stream = null)
    final && (final(err), final = null)`,
  },
  {
    // A failed request for a connection stayed in the queue, and the next free connection went to it and was lost.
    file: "index.js",
    was: "const query = { reserve: resolve, reject }",
    is: "const query = { reserve: resolve, reject: (error) => { queries.remove(query); reject(error) } }",
  },
  {
    // The connection that replaces a lost one assigns itself to the first caller in the queue; a caller removed from
    // the queue got none.
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
