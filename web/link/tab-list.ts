import type { Messages } from "../narrow/messages.ts";
import { withFirstPeople } from "../state/first-people.ts";
import type { Followed } from "./followed.ts";
import { createPeopleTelling } from "./people-telling.ts";
import type { Connection, Outgoing, Position, TabPort, ToTab } from "./protocol.ts";

/** The tabs of the browser, and what each is told. */
export interface TabList {
  /** A new tab is told everything. */
  add(tab: TabPort, outbox: readonly Outgoing[]): void;
  remove(tab: TabPort): void;
  /** What a tab has read from the device or registered by itself, and shows. */
  noteShown(tab: TabPort, position: Position, lacksPeople: boolean): void;
  /** Tells all of them the people that have been fetched. */
  tellPeople(): void;
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

/** What a tab has read from the device or registered by itself. */
interface Shown {
  readonly position: Position;
  readonly lacksPeople: boolean;
}

export function createTabList(followed: Followed, messages: () => Messages): TabList {
  const tabs = new Map<TabPort, Shown | undefined>();
  let connection: Connection = "connecting";
  const people = createPeopleTelling(followed);
  const tell = (message: ToTab) => {
    for (const tab of tabs.keys()) tab.postMessage(message);
  };
  const tellStateTo = (tab: TabPort) => {
    const { state, queueId, lastEventId } = followed;
    if (state === undefined || queueId === undefined) return;
    const position = { queueId, lastEventId };
    tab.postMessage({ kind: "state", state: withFirstPeople(state), messages: messages(), position });
    people.tell(tab);
  };
  return {
    add(tab, outbox) {
      tabs.set(tab, undefined);
      tellStateTo(tab);
      tab.postMessage({ kind: "outbox", outbox });
      tab.postMessage({ kind: "connection", connection });
    },
    remove(tab) {
      tabs.delete(tab);
      people.stop(tab);
    },
    noteShown(tab, position, lacksPeople) {
      if (!tabs.has(tab)) return;
      tabs.set(tab, { position, lacksPeople });
      if (lacksPeople && position.queueId === followed.queueId) people.tell(tab);
    },
    tellPeople() {
      for (const tab of tabs.keys()) people.tell(tab);
    },
    tell,
    tellState() {
      const { queueId, lastEventId } = followed;
      for (const [tab, shown] of tabs) {
        const { position, lacksPeople = false } = shown ?? {};
        if (position?.queueId !== queueId || position?.lastEventId !== lastEventId) tellStateTo(tab);
        else if (lacksPeople) people.tell(tab);
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
