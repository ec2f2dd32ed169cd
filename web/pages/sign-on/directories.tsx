import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { OperationResult } from "../../../src/client/client.ts";
import { confirmed } from "../../dialogs/confirmed.tsx";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { Dialog, useClose } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { openDialog } from "../../ui/open.ts";
import { showDialog } from "../../ui/show-dialog.ts";
import { dayName } from "../../ui/time.ts";
import { expiryAfter, expiryOptions } from "../api-keys/expiry.ts";
import { PAGE_ICONS } from "../icons.ts";
import { SelectField, TextField } from "../inline-form.tsx";
import { Live } from "../live.tsx";
import { CopiedText } from "./addresses.tsx";

type ScimToken = OperationResult<"GET /realm/scim_tokens">["scim_tokens"][number];

/** The tokens by which directories keep accounts and groups up to date, and the address that they need. */
export const Directories = () => (
  <Live load={() => call("GET /realm/scim_tokens")}>
    {({ scim_url: address, scim_tokens: tokens }, again) => (
      <>
        <CopiedText name={t("Address for SCIM")} text={address} copied={t("Address copied.")} />
        <p>
          <button type="button" class="primary" onClick={() => showDialog(() => <NewToken onCreated={again} />)}>
            <Icon name="plus" /> {t("New SCIM token")}
          </button>
        </p>
        {tokens.length === 0 && <p class="hint">{t("No SCIM tokens yet.")}</p>}
        <ul class="rows" aria-label={t("SCIM tokens")}>
          {tokens.map((token) => (
            <li key={token.id}>
              <TokenRow token={token} isLast={tokens.length === 1} again={again} />
            </li>
          ))}
        </ul>
      </>
    )}
  </Live>
);

interface TokenRowProps {
  readonly token: ScimToken;
  readonly isLast: boolean;
  readonly again: () => void;
}

function TokenRow({ token, isLast, again }: TokenRowProps) {
  const { name, date_created: created, last_used: used, expires_at: expires } = token;
  return (
    <>
      <Icon name={PAGE_ICONS.apiKey} />
      <div class="row-text">
        <p>
          <bdi>{name}</bdi>
        </p>
        <p class="hint">
          {t("Created: {day}", { day: dayName(created) })} ·{" "}
          {used === null ? t("Never used") : t("Last used: {day}", { day: dayName(used) })} ·{" "}
          {expires === null ? t("Never expires") : t("Expires: {day}", { day: dayName(expires) })}
        </p>
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Revoke {name}", { name })}
        title={t("Revoke")}
        onClick={() => askToRevoke(token, isLast, again)}
      >
        <Icon name={MORE_ICONS.trash} />
      </button>
    </>
  );
}

const askToRevoke = ({ id, name }: ScimToken, isLast: boolean, again: () => void): void =>
  openDialog("confirm", {
    title: t("Revoke “{name}”?", { name }),
    text: isLast
      ? t(
          "The directory can change nothing any more. Accounts and groups stay as they are, and people can change the groups again.",
        )
      : t("The directory that uses this token can change nothing any more. Accounts and groups stay as they are."),
    action: t("Revoke"),
    run: async () => {
      await confirmed(() => call("DELETE /realm/scim_tokens/{token_id}", { token_id: id }));
      again();
    },
  });

const MAX_NAME_LENGTH = 100;

/** Creates a token, and shows it the only time that there is. */
function NewToken({ onCreated }: { readonly onCreated: () => void }) {
  const name = useSignal("");
  const days = useSignal<number | null>(null);
  const token = useSignal<string | undefined>(undefined);
  const run = async () => {
    const wanted = {
      name: name.value.trim(),
      ...(days.value !== null && { expires_at: expiryAfter(days.value, Date.now()) }),
    };
    ({ token: token.value } = await confirmed(() => call("POST /realm/scim_tokens", wanted)));
    onCreated();
    return false;
  };
  return (
    <Dialog title={t("New SCIM token")}>
      {token.value === undefined ? (
        <DialogForm action={t("Create")} isReady={name.value.trim() !== ""} run={run}>
          <TextField
            label={t("Name")}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            placeholder={t("Which directory uses it")}
          />
          <SelectField label={t("Expiration")} value={days} options={expiryOptions(null)} />
        </DialogForm>
      ) : (
        <TokenShown token={token.value} />
      )}
    </Dialog>
  );
}

function TokenShown({ token }: { readonly token: string }) {
  const close = useClose();
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => place.current?.querySelector("button")?.focus(), []);
  return (
    <div class="secret" ref={place}>
      <p role="status">
        {t("Copy the token now: it will not be shown again. Anyone who has it can create and deactivate accounts.")}
      </p>
      <CopiedText name={t("SCIM token")} text={token} copied={t("Token copied.")} />
      <div class="buttons">
        <button type="button" class="primary" onClick={close}>
          {t("Done")}
        </button>
      </div>
    </div>
  );
}
