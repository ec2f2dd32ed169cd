import { start } from "./cli/start.ts";

await start(process.argv.slice(2));
