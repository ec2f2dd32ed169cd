import { t } from "../language/text.ts";
import { personOf, ROLES } from "../state/people.ts";
import { people, property } from "../store.ts";
import { nameOf } from "../ui/names.tsx";

/** Guests may be of another organization: who writes to them directly is told so before. */
export function GuestWarning({ userIds }: { readonly userIds: readonly number[] }) {
  if (!property("realm_enable_guest_user_dm_warning", true)) return null;
  const guests = userIds.filter((id) => personOf(people.value, id)?.role === ROLES.guest);
  if (guests.length === 0) return null;
  return (
    <p class="guest-warning" role="note">
      {t("Guests can read this: {names}.", { names: guests.map(nameOf).join(", ") })}
    </p>
  );
}
