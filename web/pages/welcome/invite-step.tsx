import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { copyText } from "../../ui/clipboard.ts";
import { Icon } from "../../ui/icon.tsx";
import { PAGE_ICONS } from "../icons.ts";
import { emptyAfter, SavingNote, useSaving } from "../fields/saving.tsx";

/** A link for everybody, or a mail to each. Newcomers get the default channels. */
export function InviteStep() {
  const [addressesId, linkId] = [useId(), useId()];
  const link = useSignal<string | undefined>(undefined);
  const addresses = useSignal("");
  const [making, sending] = [useSaving(), useSaving()];
  const makeLink = () =>
    making.save(async () => {
      const made = await call("POST /invites/multiuse", { include_realm_default_subscriptions: true });
      link.value = made.invite_link;
    });
  const send = () =>
    sending.save(() =>
      emptyAfter([addresses], () =>
        call("POST /invites", {
          invitee_emails: addresses.value,
          stream_ids: [],
          include_realm_default_subscriptions: true,
        }),
      ),
    );
  return (
    <div class="fields">
      <div class="field-row">
        <span class="label" id={linkId}>
          {t("Invite by link")} <SavingNote progress={making.progress} />
        </span>
        <p class="hint">{t("Anyone who has it can join within ten days.")}</p>
        {link.value === undefined ? (
          <button type="button" class="secondary" onClick={() => void makeLink()}>
            <Icon name="link" /> {t("Create a link")}
          </button>
        ) : (
          <p class="copy-line">
            <input class="text-input" type="text" aria-labelledby={linkId} readOnly value={link.value} />
            <button type="button" class="secondary" onClick={() => void copyText(link.value ?? "", t("Link copied."))}>
              <Icon name="copy" /> {t("Copy")}
            </button>
          </p>
        )}
      </div>
      <div class="field-row">
        <label for={addressesId}>
          {t("Or by email")} <SavingNote progress={sending.progress} />
        </label>
        <textarea
          id={addressesId}
          class="text-input"
          rows={3}
          placeholder={t("Email addresses, separated by commas or line breaks")}
          maxLength={40_000}
          value={addresses.value}
          onInput={(event) => (addresses.value = event.currentTarget.value)}
        />
        <button type="button" class="secondary" disabled={addresses.value.trim() === ""} onClick={() => void send()}>
          <Icon name={PAGE_ICONS.userPlus} /> {t("Invite")}
        </button>
      </div>
    </div>
  );
}
