import { attachedState } from "#platform/collections/attached-state.ts";
import type { Tx } from "./tx.ts";

/**
 * State of an action while it runs. The model does not contain the action's own changes yet, so code that might emit
 * the same thing twice in one action (that a conversation begins, that a channel has a first message) notes it here.
 *
 * It is in `tx.state`, under the name given here. It is empty when an action begins, other actions never see it, and it
 * is dropped with the action, whether that is stored or refused.
 */
export const perAction = <State extends object>(name: string, create: () => State): ((tx: Tx) => State) =>
  attachedState<Tx, State, []>(name, create);
