import { keepCompiled } from "./platform/compiled.ts";

keepCompiled();
const { start } = await import("./cli/start.ts");
await start(process.argv.slice(2));
