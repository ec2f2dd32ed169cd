import { withListed } from "../state/listed-people.ts";
import { lacksPeople } from "../state/missing-people.ts";
import { reducePeople } from "../state/people.ts";
import type { Event } from "../state/registered.ts";
import { inBackground } from "./background.ts";
import type { Followed } from "./followed.ts";
import { callWith } from "./http.ts";

/** Fetches the people whom the registration in a large organization has not named. */
export interface PeopleFetch {
  /** Begins, unless nobody is missing or it has been done for this queue. */
  begin(): void;
  /** Events that were applied to the state, which the answer may not have seen. */
  note(events: readonly Event[]): void;
}

/** 100,000 people are 36 MB. */
const MAX_MS = 120_000;
/** After one that has failed. */
const PAUSE_MS = 60_000;

export function createPeopleFetch(followed: Followed, onPeople: () => void): PeopleFetch {
  /** The queue for which nobody is missing, or for which those who are come. */
  let settledFor: string | undefined;
  let meanwhile: Event[] | undefined;
  let notBefore = 0;

  const fetchAll = async (queueId: string, as: number) => {
    meanwhile = [];
    try {
      const args = { include_custom_profile_fields: true, client_gravatar: false };
      const { members } = await callWith({ as, signal: AbortSignal.timeout(MAX_MS) }, "GET /users", args);
      const { state } = followed;
      if (state === undefined || followed.queueId !== queueId) return;
      const people = withListed(state.people, members);
      // An event may be older than the answer: then a newer one is among those that follow.
      followed.state = { ...state, people: meanwhile.reduce(reducePeople, people) };
      onPeople();
    } catch (error) {
      // An answer of the queue begins anew.
      settledFor = undefined;
      notBefore = Date.now() + PAUSE_MS;
      throw error;
    } finally {
      meanwhile = undefined;
    }
  };
  return {
    begin() {
      const { state, queueId } = followed;
      if (state === undefined || queueId === undefined || queueId === settledFor || Date.now() < notBefore) return;
      settledFor = queueId;
      if (lacksPeople(state)) void inBackground(fetchAll(queueId, state.ownId));
    },
    note(events) {
      meanwhile?.push(...events);
    },
  };
}
