import { effect, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { withActions } from "../actions/open.ts";
import type { Message } from "../state/registered.ts";
import { activeId, selectedId } from "./selection.ts";

/** The component of the actions that are wanted most often, once it is loaded. */
export const Usual = signal<FunctionComponent<{ message: Message; tabIndex: 0 | -1 }> | undefined>(undefined);

/** Loads them as soon as there is a message to show them of. Until the returned function is called. */
export const loadUsualActions = (): (() => void) =>
  effect(() => {
    if (Usual.value !== undefined || (activeId.value === undefined && selectedId.value === undefined)) return;
    withActions(({ UsualActions }) => (Usual.value = UsualActions));
  });
