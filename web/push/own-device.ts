import { effect } from "@preact/signals";
import { forgetNotifications } from "./subscription.ts";
import { connection, state } from "../store.ts";
import { forgetChoices, keepChoices } from "../ui/own-choices.ts";
import { currentSession } from "../link/staying.ts";

/** Keeps on the device what may stay there, and takes away the rest when the session has ended, by whichever way. */
export function followStay(): void {
  let asked: number | undefined;
  effect(() => {
    const ownId = state.value?.ownId;
    if (connection.value === "logged-out") {
      asked = undefined;
      forgetChoices();
      void forgetNotifications();
    } else if (ownId !== undefined && ownId !== asked) {
      asked = ownId;
      void currentSession().then((session) => {
        if (session !== "unknown" && session?.userId === ownId) keepChoices(session.isPersistent);
      });
    }
  });
}
