import { pino, type Logger } from "pino";

export type { Logger } from "pino";

/** Paths that may hold a secret, in case such an object is logged. */
const REDACTED = [
  "authorization",
  "password",
  "api_key",
  "token",
  "*.authorization",
  "*.password",
  "*.api_key",
  "*.token",
];

/** Writes structured lines to standard error or to the given sink; readable ones on a terminal. */
export function createLogger(level: string, sink?: { write(line: string): void }): Logger {
  const options = { level, redact: { paths: REDACTED, censor: "[secret]" } };
  if (sink !== undefined) return pino(options, sink);
  if (!process.stderr.isTTY) return pino(options, pino.destination({ fd: 2, sync: false }));
  return pino({
    ...options,
    transport: {
      target: "pino-pretty",
      options: { destination: 2, ignore: "pid,hostname", translateTime: "HH:MM:ss" },
    },
  });
}
