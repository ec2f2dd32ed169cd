import { keepCompiled } from "./compile-cache.ts";

keepCompiled();
const { start } = await import("./cli/start.ts");
await start(process.argv.slice(2));
