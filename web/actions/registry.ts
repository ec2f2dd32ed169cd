/** Everything that acts on messages, topics and channels, in one part of the bundle that comes after the first paint. */
export { DIALOGS } from "../dialogs/registry.ts";
export { MENUS } from "./menus/registry.ts";
export { ROW_PARTS } from "./rows/registry.ts";
