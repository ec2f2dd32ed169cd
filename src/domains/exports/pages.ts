import { Readable } from "node:stream";
import { type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { pageUser } from "#api/pages/page-user.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { type DownloadableExport, downloadableExport } from "./access.ts";
import { EXPORT_PATH, fileName } from "./present.ts";
import { readChunk } from "./queries.ts";

/** Downloads. Their addresses can be guessed: who asks is what counts. */
export const exportPages = (site: Site, realms: Realms): PageRoute[] => [
  page(`${EXPORT_PATH}/{export_id:number}/{name}`, "full", async (request) => {
    const realm = await realmAt(realms, request.head);
    const reader = await pageUser(site, realm, request);
    const downloadable = await downloadableExport(realm, reader, Number(request.inPath["export_id"]));
    return {
      status: 200,
      headers: {
        "content-type": "application/gzip",
        "content-length": String(downloadable.size),
        "content-disposition": `attachment; filename="${fileName(downloadable)}"`,
        "cache-control": "private, no-store",
      },
      body: Readable.from(chunks(realm, downloadable), { objectMode: false }),
    };
  }),
];

async function* chunks(realm: RealmRuntime, downloadable: DownloadableExport): AsyncGenerator<Buffer> {
  for (let [number, sent] = [0, 0]; sent < downloadable.size; number += 1) {
    const chunk = await readChunk(readPool(realm), realm.id, downloadable, number);
    // It was deleted while it was read.
    if (chunk === undefined) throw new Error(`export ${downloadable.id} ends before it should`);
    sent += chunk.length;
    yield chunk;
  }
}
