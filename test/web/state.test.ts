import { REGISTRATION } from "../../web/link/register.ts";
import type { Event, Registered } from "../../web/state/registered.ts";
import { initialState, reduceAll, type State } from "../../web/state/state.ts";
import { everyWrite } from "../events/every-write.ts";

const NOW = 1_800_000_000_000;

/** Presence and typing are delivered to parked polls only, so a late reader does not have them. */
function lasting({ presence: _presence, typing: _typing, ...state }: State): Omit<State, "presence" | "typing"> {
  return state;
}

const stateOf = (registered: unknown): State => initialState(registered as Registered, NOW);

everyWrite("the browser client's state and events are the state that it would fetch", {
  registration: REGISTRATION,
  follow: (before, events) => lasting(reduceAll(stateOf(before), events as unknown as Event[], NOW)),
  fetched: (registered) => lasting(stateOf(registered)),
});
