import { loadFaster } from "./cli/installation/fast-loading.ts";

loadFaster();
const { start } = await import("#cli/start.ts");
await start(process.argv.slice(2));
