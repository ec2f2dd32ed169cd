import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { mayJoinGroup, mayLeaveGroup } from "../../state/directory-permissions.ts";
import type { Group } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { attempt } from "../../ui/toast.ts";

/** Joins or leaves a group, where the server would allow that. */
export function JoinButton({ group }: { group: Group }) {
  const { id, name } = group;
  const state = current.value;
  const own = [state.ownId];
  if (mayLeaveGroup(state, group))
    return (
      <button
        type="button"
        class="secondary"
        aria-label={t("Leave {group}", { group: name })}
        onClick={() => void editMembers(id, { delete: own })}
      >
        {t("Leave")}
      </button>
    );
  if (!mayJoinGroup(state, group)) return null;
  return (
    <button
      type="button"
      class="secondary"
      aria-label={t("Join {group}", { group: name })}
      onClick={() => void editMembers(id, { add: own })}
    >
      {t("Join")}
    </button>
  );
}

interface MemberEdit {
  readonly add?: number[];
  readonly delete?: number[];
  readonly add_subgroups?: number[];
  readonly delete_subgroups?: number[];
}

export const editMembers = (user_group_id: number, edit: MemberEdit): Promise<boolean> =>
  attempt(() => call("POST /user_groups/{user_group_id}/members", { user_group_id, ...edit }));
