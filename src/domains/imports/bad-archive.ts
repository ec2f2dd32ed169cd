import { ConfigError } from "#config/config.ts";

/** An archive cannot be imported. The message is a sentence that names the file of the archive, and the line if there is one. */
export class BadArchive extends ConfigError {}
