import { without, withEntry } from "./collections.ts";
import type { Event, Registered, Status } from "./registered.ts";

export type Statuses = ReadonlyMap<number, Status>;

export const initialStatuses = (from: Registered): Statuses =>
  new Map(Object.entries(from.user_status).map(([id, status]) => [Number(id), status]));

/** Empty parts are cleared; the three parts of an emoji go together. */
export function reduceStatuses(statuses: Statuses, event: Event): Statuses {
  if (event.type !== "user_status") return statuses;
  const { id: _id, type: _type, user_id: userId, ...parts } = event;
  const { away, status_text, emoji_name, emoji_code, reaction_type }: Status = { ...statuses.get(userId), ...parts };
  const status: Status = {
    ...(away === true && { away }),
    ...(status_text !== undefined && status_text !== "" && { status_text }),
    ...(emoji_name !== undefined &&
      emoji_name !== "" && { emoji_name, emoji_code: emoji_code ?? "", reaction_type: reaction_type ?? "" }),
  };
  return Object.keys(status).length === 0 ? without(statuses, userId) : withEntry(statuses, userId, status);
}
