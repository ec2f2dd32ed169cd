import type { Messages } from "../narrow/messages.ts";
import type { Followed } from "./followed.ts";
import type { Connection, Outgoing, Position, TabPort, ToTab } from "./protocol.ts";

/** The tabs of the browser, and what each is told. */
export interface TabList {
  /** A new tab is told everything. */
  add(tab: TabPort, outbox: readonly Outgoing[]): void;
  remove(tab: TabPort): void;
  /** What a tab has read from the device or registered by itself, and shows. */
  noteShown(tab: TabPort, position: Position): void;
  tell(message: ToTab): void;
  /** Tells the state to those that show another one. */
  tellState(): void;
  /** Tells of it where it is another one. */
  setConnection(next: Connection): void;
  /** Another session begins: tabs are told when there is more to say of it. */
  begin(): void;
  /** The session has ended, and nothing of it is stored any more: tabs load themselves anew. */
  end(reason: string | undefined): void;
  readonly connection: () => Connection;
}

export function createTabList(followed: Followed, messages: () => Messages): TabList {
  const tabs = new Map<TabPort, Position | undefined>();
  let connection: Connection = "connecting";
  const tell = (message: ToTab) => {
    for (const tab of tabs.keys()) tab.postMessage(message);
  };
  const tellStateTo = (tab: TabPort) => {
    const { state, queueId, lastEventId } = followed;
    if (state === undefined || queueId === undefined) return;
    tab.postMessage({ kind: "state", state, messages: messages(), position: { queueId, lastEventId } });
  };
  return {
    add(tab, outbox) {
      tabs.set(tab, undefined);
      tellStateTo(tab);
      tab.postMessage({ kind: "outbox", outbox });
      tab.postMessage({ kind: "connection", connection });
    },
    remove: (tab) => void tabs.delete(tab),
    noteShown(tab, position) {
      if (tabs.has(tab)) tabs.set(tab, position);
    },
    tell,
    tellState() {
      const { queueId, lastEventId } = followed;
      for (const [tab, shown] of tabs) {
        if (shown?.queueId !== queueId || shown?.lastEventId !== lastEventId) tellStateTo(tab);
      }
    },
    setConnection(next) {
      if (next === connection) return;
      connection = next;
      tell({ kind: "connection", connection });
    },
    begin() {
      connection = "connecting";
    },
    end(reason) {
      connection = "logged-out";
      tell({ kind: "connection", connection, ...(reason !== undefined && { reason }) });
    },
    connection: () => connection,
  };
}
