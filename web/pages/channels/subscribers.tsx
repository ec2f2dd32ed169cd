import { useSignal } from "@preact/signals";
import { t, tn } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { mayAddSubscribers, mayRemoveSubscribers } from "../../state/directory-permissions.ts";
import { personOf } from "../../state/people.ts";
import type { Channel } from "../../state/registered.ts";
import { current, people } from "../../store.ts";
import { nameOf } from "../../ui/names.tsx";
import { useSubscribers } from "../../ui/subscribers.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { isFound } from "../lists/found.ts";
import { ListTools } from "../lists/list-tools.tsx";
import { Paged } from "../lists/paged.tsx";
import { PeoplePick } from "../lists/people-pick.tsx";
import { PersonLine } from "../lists/person-line.tsx";
import { LinkedGroups } from "./linked-groups.tsx";

/** Who is in a channel, and ways to change that. */
export function Subscribers({ channel }: { channel: Channel }) {
  const { stream_id: id } = channel;
  const query = useSignal("");
  const all = useSubscribers(id);
  const found = foundAmong(all, query.value);
  const mayAdd = mayAddSubscribers(current.value, channel);
  const mayRemove = mayRemoveSubscribers(current.value, channel);
  return (
    <>
      {mayAdd ? (
        <div class="field-row adding">
          <span class="label">{t("Add people")}</span>
          <PeoplePick label={t("Add people")} without={all} onPick={(userIds) => void add(channel, userIds)} />
        </div>
      ) : (
        <p class="hint">{channel.is_archived ? t("This channel is archived.") : t("You cannot add people here.")}</p>
      )}
      <LinkedGroups channel={channel} />
      <ListTools label={t("Search subscribers")} query={query} />
      <Paged
        key={query.value}
        label={t("Subscribers")}
        items={found}
        keyOf={(userId) => userId}
        empty={query.value === "" ? t("No one is in this channel.") : t("No matching people here.")}
      >
        {(userId) => (
          <PersonLine userId={userId} email={personOf(people.value, userId)?.delivery_email}>
            {mayRemove && (
              <button
                type="button"
                class="secondary"
                aria-label={t("Remove {name}", { name: nameOf(userId) })}
                onClick={() => void remove(channel, userId, mayAdd)}
              >
                {t("Remove")}
              </button>
            )}
          </PersonLine>
        )}
      </Paged>
    </>
  );
}

const foundAmong = (userIds: readonly number[], query: string): readonly number[] =>
  userIds
    .map((id) => ({ id, name: nameOf(id), email: personOf(people.value, id)?.delivery_email ?? "" }))
    .filter(({ name, email }) => isFound(query, name, email))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ id }) => id);

async function add({ name }: Channel, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) {
    showToast(t("They are all in this channel already."));
    return;
  }
  const isDone = await attempt(() =>
    call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [...userIds] }),
  );
  if (isDone) showToast(tn(userIds.length, "{count} person was added.", "{count} people were added."));
}

async function remove(channel: Channel, userId: number, mayAdd: boolean): Promise<void> {
  const isDone = await attempt(() =>
    call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals: [userId] }),
  );
  const undo = { name: t("Undo"), run: () => void add(channel, [userId]) };
  if (isDone) showToast(t("{name} was removed.", { name: nameOf(userId) }), { ...(mayAdd && { action: undo }) });
}
