import { t } from "../../language/text.ts";
import { isLimitedGuest } from "../../state/directory-permissions.ts";
import type { Person } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { nameOf } from "../../ui/names.tsx";
import { roleName } from "../../ui/role-names.ts";

/** What somebody is: their role, whose bot, or a guest who does not see everybody. */
export function PersonTags({ person }: { person: Person }) {
  return (
    <span class="row-facts hint">
      <span>
        {person.is_bot && person.bot_owner_id !== null
          ? t("{name}’s bot", { name: nameOf(person.bot_owner_id) })
          : roleName(person.role)}
      </span>
      {isLimitedGuest(current.value, person) && <span class="tag">{t("Can see only people in their channels")}</span>}
    </span>
  );
}
