import { useCompileCache } from "./compile-cache.ts";

useCompileCache();
const { start } = await import("./cli/start.ts");
await start(process.argv.slice(2));
