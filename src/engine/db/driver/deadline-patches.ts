/**
 * What deadline.ts needs of the driver: a call for every statement that begins, and a way to give one up wherever it
 * is. A statement that still waits for a connection leaves the queue and is never sent. One that was sent ends its
 * connection: the next statement on a connection that does not respond would wait, too.
 */
import type { Patch } from "./patch.ts";

export const DEADLINE_PATCHES: readonly Patch[] = [
  {
    file: "query.js",
    was: "!this.executed && (this.executed = true) && await 1 && this.handler(this)",
    is: `if (this.executed) return
    this.executed = true
    this.handler.onstatement && this.handler.onstatement(this)
    await 1
    this.handler(this)`,
  },
  {
    file: "index.js",
    was: "handler.debug = options.debug",
    is: `handler.debug = options.debug
    handler.onstatement = options.onstatement`,
  },
  {
    file: "index.js",
    was: "onparameter     : o.onparameter,",
    is: "onparameter     : o.onparameter, onstatement: o.onstatement,",
  },
  {
    file: "index.js",
    was: ": queries.push(query)",
    is: ": (query.abandon = () => queries.remove(query), queries.push(query))",
  },
  {
    file: "index.js",
    was: "? queue.push(q)",
    is: "? (q.abandon = c.abandon, queue.push(q))",
  },
  {
    file: "index.js",
    was: "? queries.push(q)",
    is: "? (q.abandon = c.abandon, queries.push(q))",
  },
  {
    file: "connection.js",
    was: "initial = query\n      reconnect()",
    is: "initial = query\n      query.abandon = abandon\n      reconnect()",
  },
  {
    file: "connection.js",
    was: "q.state = backend",
    is: "q.state = backend\n      q.abandon = abandon",
  },
  {
    file: "connection.js",
    was: "terminate,\n    execute,",
    is: "terminate,\n    abandon,\n    execute,",
  },
  {
    file: "connection.js",
    was: "function connectTimedOut() {",
    is: `function abandon() {
    error(Errors.connection('CONNECTION_SILENT', options))
    socket && socket.destroy()
  }

  function connectTimedOut() {`,
  },
];
