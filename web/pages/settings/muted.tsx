import { t } from "../../language/text.ts";
import { muteUser, unmuteUser } from "../../calls/people-calls.ts";
import { current, people } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { nameOf } from "../../ui/names.tsx";
import { PickInput } from "../fields/pick-input.tsx";

/** People whose messages the user does not want to see. */
export function MutedPeople() {
  const { personal, ownId } = current.value;
  const muted = [...personal.mutedUsers].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return (
    <>
      <p class="hint">{t("Their messages are collapsed and never notify you. They are not told.")}</p>
      <PickInput
        label={t("Mute someone")}
        placeholder={t("Mute someone")}
        choices={() =>
          [...people.value.active.values()]
            .filter(({ user_id }) => user_id !== ownId && !personal.mutedUsers.has(user_id))
            .map(({ user_id, full_name }) => ({ key: String(user_id), name: full_name, userId: user_id }))
        }
        onPick={(key) => void muteUser(Number(key))}
      />
      {muted.length === 0 ? (
        <p class="hint">{t("You have not muted anyone.")}</p>
      ) : (
        <ul class="rows">
          {muted.map((id) => (
            <li key={id}>
              <Avatar userId={id} class="small" />
              <bdi class="row-text">{nameOf(id)}</bdi>
              <button type="button" class="secondary" onClick={() => void unmuteUser(id)}>
                {t("Unmute")}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
