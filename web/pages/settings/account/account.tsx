import { t } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { ROLES } from "../../../state/people.ts";
import { current, people, post, property } from "../../../store.ts";
import { openDialog } from "../../../ui/open.ts";
import { Passkeys } from "../../passkeys/passkeys.tsx";
import { TwoStep } from "../../two-step/two-step.tsx";
import { ApiKeyDialog } from "./api-key.tsx";
import { EmailDialog, PasswordDialog } from "./dialogs.tsx";
import { Sessions } from "./sessions.tsx";
import { showDialog } from "../../../ui/show-dialog.ts";

const ROLE_NAMES: Readonly<Record<number, () => string>> = {
  [ROLES.owner]: () => t("Owner"),
  [ROLES.administrator]: () => t("Administrator"),
  [ROLES.moderator]: () => t("Moderator"),
  [ROLES.member]: () => t("Member"),
  [ROLES.guest]: () => t("Guest"),
};

export function Account() {
  const own = people.value.active.get(current.value.ownId);
  if (own === undefined) return null;
  const isLocked = property("realm_email_changes_disabled", false) && own.role > ROLES.administrator;
  return (
    <>
      <dl class="account-facts">
        <div>
          <dt>{t("Email")}</dt>
          <dd>{own.delivery_email ?? own.email}</dd>
          <dd>
            {isLocked ? (
              <span class="hint">{t("Your organization does not allow changing email addresses.")}</span>
            ) : (
              <button type="button" class="secondary" onClick={() => showDialog(EmailDialog)}>
                {t("Change email…")}
              </button>
            )}
          </dd>
        </div>
        <div>
          <dt>{t("Password")}</dt>
          <dd aria-hidden="true">••••••••</dd>
          <dd>
            <button type="button" class="secondary" onClick={() => showDialog(PasswordDialog)}>
              {t("Change password…")}
            </button>
          </dd>
        </div>
        <div>
          <dt>{t("Role")}</dt>
          <dd>{ROLE_NAMES[own.role]?.() ?? t("Member")}</dd>
          <dd />
        </div>
        <div>
          <dt>{t("API key")}</dt>
          <dd class="hint">{t("For programs that act on your behalf.")}</dd>
          <dd>
            <button type="button" class="secondary" onClick={() => showDialog(ApiKeyDialog)}>
              {t("Show API key…")}
            </button>
          </dd>
        </div>
      </dl>
      <h3>{t("Two-step login")}</h3>
      <TwoStep />
      <h3>{t("Passkeys")}</h3>
      <Passkeys />
      <h3>{t("Where you are logged in")}</h3>
      <Sessions />
      <h3>{t("Leave the organization")}</h3>
      <p class="hint">
        {t(
          "Your messages stay. You will be logged out everywhere, and only an administrator can reactivate your account.",
        )}
      </p>
      <button type="button" class="secondary danger" onClick={askToDeactivate}>
        {t("Deactivate your account…")}
      </button>
    </>
  );
}

function askToDeactivate(): void {
  openDialog("confirm", {
    title: t("Deactivate your account?"),
    text: t(
      "You will be logged out immediately, and your bots will stop. Only an administrator can reactivate your account.",
    ),
    action: t("Deactivate"),
    run: async () => {
      await call("DELETE /users/me");
      post({ kind: "logged-out", isTold: true });
    },
  });
}
