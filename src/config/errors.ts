/** A mistake in a flag or a variable, as one sentence that never holds the value of a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
