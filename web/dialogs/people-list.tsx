import { t } from "../language/text.ts";
import { Avatar } from "../ui/avatar.tsx";
import { nameOf } from "../ui/names.tsx";

/** People by name, in a list that scrolls. */
export function PeopleList({ ids }: { ids: readonly number[] }) {
  const sorted = ids.map((id) => ({ id, name: nameOf(id) })).sort((a, b) => a.name.localeCompare(b.name));
  return (
    <ul class="people-list" tabIndex={0} aria-label={t("People")}>
      {sorted.map(({ id, name }) => (
        <li key={id}>
          <Avatar userId={id} class="small" /> {name}
        </li>
      ))}
    </ul>
  );
}
