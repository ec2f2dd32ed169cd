import { useSignal } from "@preact/signals";
import type { OperationResult } from "../../../src/client/client.ts";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { ownRole, ROLES } from "../../state/people.ts";
import { current } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { nameOf } from "../../ui/names.tsx";
import { shortMoment } from "../../ui/short-time.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { openDialog } from "../../ui/open.ts";
import { Live } from "../live.tsx";
import { InviteForm, roleName } from "./invite-form.tsx";

type Invitation = OperationResult<"GET /invites">["invites"][number];

/** Those who are invited and have not come yet, and a form to invite more. */
export function Invitations() {
  if (ownRole(current.value) === ROLES.guest) return <p class="hint">{t("Guests cannot invite anyone.")}</p>;
  return (
    <>
      <InviteForm />
      <h3>{t("Open invitations")}</h3>
      <Live load={() => call("GET /invites")} after={["invites_changed"]}>
        {({ invites }) =>
          invites.length === 0 ? (
            <p class="hint">{t("No open invitations.")}</p>
          ) : (
            <ul class="org-rows" aria-label={t("Open invitations")}>
              {invites.map((invitation) => (
                <InvitationRow key={`${String(invitation.is_multiuse)} ${invitation.id}`} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </Live>
    </>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { id, email, is_multiuse: isLink, link_url: link } = invitation;
  const name = isLink ? t("Link") : (email ?? "");
  const isSending = useSignal(false);
  const resend = async () => {
    isSending.value = true;
    const isDone = await attempt(() => call("POST /invites/{invite_id}/resend", { invite_id: id }));
    isSending.value = false;
    if (isDone) showToast(t("The invitation was sent again."));
  };
  const revoke = () =>
    openDialog("confirm", {
      title: isLink ? t("Revoke this link?") : t("Revoke the invitation for {name}?", { name }),
      text: t("It will stop working. People who have already joined by it stay."),
      action: t("Revoke"),
      run: () =>
        isLink
          ? call("DELETE /invites/multiuse/{invite_id}", { invite_id: id })
          : call("DELETE /invites/{invite_id}", { invite_id: id }),
    });
  return (
    <li>
      <span class="row-main">
        <strong dir="auto">{name}</strong>
        <span class="hint">{factsOf(invitation).join(" · ")}</span>
      </span>
      {link !== undefined && (
        <button
          type="button"
          class="icon-button"
          aria-label={t("Copy link")}
          title={t("Copy link")}
          onClick={() => void copyText(link, t("Invitation link copied."))}
        >
          <Icon name="copy" />
        </button>
      )}
      {!isLink && (
        <button
          type="button"
          class="icon-button"
          aria-label={t("Resend to {name}", { name })}
          title={t("Resend")}
          disabled={isSending.value}
          onClick={() => void resend()}
        >
          <Icon name={MORE_ICONS.mail} />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t("Revoke: {name}", { name })}
        title={t("Revoke")}
        onClick={revoke}
      >
        <Icon name={MORE_ICONS.trash} />
      </button>
    </li>
  );
}

const factsOf = ({ invited_as, invited_by_user_id, expiry_date }: Invitation): string[] => [
  roleName(invited_as),
  t("by {person}", { person: nameOf(invited_by_user_id) }),
  expiry_date === null ? t("never expires") : t("until: {time}", { time: shortMoment(expiry_date) }),
];
