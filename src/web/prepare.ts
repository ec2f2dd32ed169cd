import type { WebClient } from "./asset.ts";
import { bundle } from "./bundle.ts";
import { readPrebuilt } from "./prebuilt.ts";

let prepared: Promise<WebClient> | undefined;

/** The client of this installation. It is bundled once a process, when first asked for; not once
 * `stopping` is aborted. */
export function prepareWebClient(stopping?: AbortSignal): Promise<WebClient> {
  prepared ??= Promise.try(() => readPrebuilt() ?? bundle(stopping));
  return prepared;
}
