import type { State } from "../state/state.ts";

/** What the link follows: its parts read and change one object. Without a session there is neither state nor queue. */
export interface Followed {
  state: State | undefined;
  queueId: string | undefined;
  lastEventId: number;
}
