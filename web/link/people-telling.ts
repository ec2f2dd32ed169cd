import { arePeopleMany } from "../state/first-people.ts";
import type { Listed } from "../state/listed-people.ts";
import { personOf } from "../state/people.ts";
import type { Followed } from "./followed.ts";
import type { TabPort } from "./protocol.ts";

/** What is copied to a tab at once, in some 10 ms, and the pause in which the tab answers its user. */
const PIECE = 2000;
const PAUSE_MS = 20;

/** Tells tabs of the people in pieces. Between two of them they are told events, which are so in the next ones. */
export function createPeopleTelling(followed: Followed): {
  readonly tell: (tab: TabPort) => void;
  readonly stop: (tab: TabPort) => void;
} {
  const running = new Map<TabPort, symbol>();
  const tell = async (tab: TabPort) => {
    const { state: begun, queueId } = followed;
    if (begun === undefined || !arePeopleMany(begun.people)) return;
    const own = Symbol("telling");
    running.set(tab, own);
    const ids = [...begun.people.active.keys(), ...begun.people.former.keys()];
    for (let from = 0; from < ids.length; from += PIECE) {
      const { state } = followed;
      if (state === undefined || followed.queueId !== queueId || running.get(tab) !== own) return;
      const { people } = state;
      const piece = ids.slice(from, from + PIECE).flatMap((id): Listed[] => {
        const person = personOf(people, id);
        return person === undefined ? [] : [{ ...person, is_active: people.active.has(id) }];
      });
      tab.postMessage({ kind: "people", people: piece, isLast: from + PIECE >= ids.length });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    running.delete(tab);
  };
  return { tell: (tab) => void tell(tab), stop: (tab) => void running.delete(tab) };
}
