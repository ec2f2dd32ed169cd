import type { WebClient } from "./asset.ts";
import { bundle } from "./bundle.ts";
import { readPrebuilt } from "./prebuilt.ts";

let prepared: Promise<WebClient> | undefined;

/** The client of this installation. It is bundled once a process, when first asked for. */
export function prepareWebClient(): Promise<WebClient> {
  prepared ??= Promise.try(() => readPrebuilt() ?? bundle());
  return prepared;
}
