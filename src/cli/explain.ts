interface SystemFault {
  readonly code?: string;
  readonly message?: string;
  readonly port?: number;
  /** The setting that the port is from, if it is not --port. */
  readonly flag?: string;
  readonly address?: string;
  readonly path?: string;
  readonly hostname?: string;
  readonly cause?: unknown;
}

/** One clear sentence for the operator. */
export function explain(error: unknown): string {
  const { code, message, port, flag = "--port", address, path, hostname, cause } = error as SystemFault;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use already: choose another with ${flag}.`;
    case "EADDRNOTAVAIL":
      return `This machine does not have the address ${address}: choose another with --host.`;
    case "EEXIST":
    case "ENOTDIR":
      return `${path} is not a folder: name another one with --data.`;
    case "EACCES":
      return `Parley may not do that: ${message}`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host ${hostname} cannot be found: look at --host and --database-url.`;
    case "ECONNREFUSED":
    case "CONNECT_TIMEOUT":
    case "EHOSTUNREACH":
      return "The database at --database-url cannot be reached.";
    case "28P01":
    case "28000":
      return "The database refuses the user or password of --database-url.";
    case "42501":
      return `The user of --database-url must own its database: ${message}.`;
    case "3D000":
      return "The database that --database-url names does not exist.";
    case "SERVICE_UNAVAILABLE":
      return cause instanceof Error ? cause.message : (message ?? code);
    case "08P01":
      return /startup parameter/.test(message ?? "")
        ? `--database-url leads to a pooler: start with --database-pooler on. (${message})`
        : String(message);
    default:
      return message ?? String(error);
  }
}
