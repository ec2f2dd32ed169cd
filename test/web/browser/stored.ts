import type { Page } from "playwright-core";
import { until } from "../../harness/until.ts";

/** What the page has stored: whose state, from which queue, and the texts of messages. */
export interface Stored {
  readonly ownId?: number;
  readonly queueId?: string;
  readonly texts: readonly string[];
}

const STORED = `indexedDB.databases().then((all) => all.some(({ name, version }) => name === "parley" && version > 1)).then((isThere) => !isThere ? { texts: [] } : new Promise((resolve, reject) => {
  const opening = indexedDB.open("parley");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction(["snapshot", "narrows"]);
    const snapshot = reading.objectStore("snapshot").getAll();
    const narrows = reading.objectStore("narrows").getAll();
    opening.result.onclose = () => resolve({ texts: [] });
    reading.oncomplete = () => {
      opening.result.close();
      const head = snapshot.result.find(({ parts }) => parts !== undefined);
      resolve({
        ownId: head?.ownId,
        queueId: head?.queueId,
        texts: narrows.result.flatMap(({ messages }) => messages.map(({ content }) => content.replace(/<.*?>/g, ""))),
      });
    };
  };
}))`;
export const storedIn = (page: Page): Promise<Stored> => page.evaluate<Stored>(STORED);
export const untilStored = (page: Page, isThere: (stored: Stored) => boolean): Promise<Stored> =>
  until(() => storedIn(page), isThere);
