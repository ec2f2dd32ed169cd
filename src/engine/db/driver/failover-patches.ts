/**
 * For databases with standbys, behind a proxy that leads to the primary. While there is no primary, the proxy accepts a
 * connection and closes it at once: the driver connected again without a pause, and its caller waited for ever or was
 * told that the statement may have been executed. With these patches the caller is refused, and `isUnsent` says that the
 * statement never left. For a moment after a failover a proxy may lead to a standby, whose rows are old: it is refused,
 * as a database that is read-only.
 */
import type { Patch } from "./patch.ts";

export const FAILOVER_PATCHES: readonly Patch[] = [
  {
    file: "connection.js",
    was: `if (initial)
      return reconnect()`,
    is: "if (initial) error(Errors.connection('CONNECTION_CLOSED', options))",
  },
  {
    file: "connection.js",
    was: "initial && (queryError(initial, err), initial = null)",
    is: "initial && (queryError(initial, Object.assign(err, { isUnsent: true })), initial = null)",
  },
  {
    file: "connection.js",
    was: "if (target_session_attrs) {",
    is: `if (options.onlyprimary && backendParameters.in_hot_standby === 'on') {
        errored(Errors.generic('25006', 'the server is a standby'))
        return socket.destroy()
      }
      if (target_session_attrs) {`,
  },
  {
    file: "index.js",
    was: "onclose         : o.onclose,",
    is: "onclose         : o.onclose, onlyprimary: o.onlyprimary,",
  },
];
