import { t } from "../../language/text.ts";
import { current, people } from "../../store.ts";
import { KeyList } from "./key-list.tsx";

/** The keys that the user has created for their own account. */
export function OwnApiKeys() {
  const { ownId } = current.value;
  const own = people.value.active.get(ownId);
  if (own === undefined) return null;
  return (
    <>
      <p class="hint">
        {t(
          "For scripts and programs that act on your behalf. Give each one its own key with only the permissions it needs, and revoke it when it is no longer used.",
        )}
      </p>
      <KeyList accountId={ownId} email={own.delivery_email ?? own.email} />
    </>
  );
}
