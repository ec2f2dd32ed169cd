import { setTimeout } from "node:timers/promises";
import { REALM_ID } from "./people.ts";
import type { World } from "./worlds.ts";

const LOOK_MS = 20;
const MAX_MS = 120_000;

/** Waits until messages up to an ID are in the search index, and returns how far it goes. */
export async function indexedUntil({ sql }: World, id: number): Promise<number> {
  const end = performance.now() + MAX_MS;
  for (;;) {
    const [row] = await sql<{ until: number }[]>`select until from search_indexed where realm_id = ${REALM_ID}`;
    if (row !== undefined && row.until > id) return row.until;
    if (performance.now() > end) throw new Error("messages are not indexed");
    await setTimeout(LOOK_MS);
  }
}
