import { attachedState } from "../../platform/collections/attached-state.ts";
import type { Tx } from "./tx.ts";

/**
 * What an action has to remember of itself while it runs. Its model does not know yet what it has changed, so whoever may
 * say the same twice in one action (that a conversation begins, that a channel has a first message) notes it here.
 *
 * All of it lies in `tx.state`, under the name given here. It begins empty with every action, other actions never see
 * it, and it is forgotten with the action, whether that is stored or refused.
 */
export const perAction = <State extends object>(name: string, create: () => State): ((tx: Tx) => State) =>
  attachedState<Tx, State, []>(name, create);
