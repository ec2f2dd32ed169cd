import { type ClientState, clientState, reduce } from "./client-state.ts";
import { everyWrite } from "./every-write.ts";

/** The newest message is left out: a client learns it only from new messages. */
function eventState(state: ClientState): Omit<ClientState, "newestMessage"> {
  const { newestMessage: _, ...others } = state;
  return others;
}

everyWrite("every operation emits what it changes to everybody concerned", {
  registration: { include_subscribers: "true" },
  follow: (before, events) => eventState(reduce(clientState(before), events)),
  fetched: (registered) => eventState(clientState(registered)),
});
