import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { property } from "../../store.ts";
import { Dialog, useClose } from "../../ui/dialog.tsx";
import { CheckField, SelectField } from "../inline-form.tsx";
import { ChannelChips } from "../organization/channel-chips.tsx";
import { KeyShown } from "../settings/account/key-shown.tsx";
import { expiryAfter, expiryOptions, firstExpiry } from "./expiry.ts";
import type { KeyCalls } from "./key-calls.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import type { Scope } from "./scopes.ts";

export const MAX_NAME_LENGTH = 100;

interface NewKeyProps {
  readonly accountId: number;
  readonly email: string;
  readonly create: KeyCalls["create"];
}

/** Creates a key, and shows its secret the only time that there is. */
export function NewKeyDialog({ accountId, email, create }: NewKeyProps) {
  const secret = useSignal<string | undefined>(undefined);
  return (
    <Dialog title={t("New API key")}>
      {secret.value === undefined ? (
        <NewKeyForm accountId={accountId} create={create} onCreated={(made) => (secret.value = made)} />
      ) : (
        <SecretShown email={email} secret={secret.value} />
      )}
    </Dialog>
  );
}

interface FormProps extends Pick<NewKeyProps, "accountId" | "create"> {
  readonly onCreated: (secret: string) => void;
}

function NewKeyForm({ accountId, create, onCreated }: FormProps) {
  const maxDays = property<number | null>("realm_api_key_max_days", null);
  const name = useSignal("");
  const isLimited = useSignal(true);
  const scopes = useSignal<ReadonlySet<Scope>>(new Set());
  const isBound = useSignal(false);
  const channelIds = useSignal<readonly number[]>([]);
  const days = useSignal<number | null>(firstExpiry(maxDays));
  const run = async () => {
    const secret = await create({
      name: name.value.trim(),
      ...(isLimited.value && { scopes: [...scopes.value] }),
      ...(isBound.value && { channel_ids: channelIds.value }),
      ...(days.value !== null && { expires_at: expiryAfter(days.value, Date.now()) }),
    });
    onCreated(secret);
    return false;
  };
  const isReady =
    name.value.trim() !== "" &&
    (!isLimited.value || scopes.value.size > 0) &&
    (!isBound.value || channelIds.value.length > 0);
  return (
    <DialogForm action={t("Create")} isReady={isReady} run={run}>
      <label>
        {t("Name")}
        <input
          type="text"
          maxLength={MAX_NAME_LENGTH}
          placeholder={t("What the key is for")}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend>{t("What it can do")}</legend>
        {[true, false].map((limited) => (
          <label key={String(limited)} class="check">
            <input
              type="radio"
              name="limited"
              checked={isLimited.value === limited}
              onChange={() => (isLimited.value = limited)}
            />
            {limited ? t("Only what you choose here") : t("Everything the account can do")}
          </label>
        ))}
      </fieldset>
      {isLimited.value && <ScopeChoice accountId={accountId} chosen={scopes} />}
      <CheckField label={t("Only in some channels, and not in direct messages")} value={isBound} />
      {isBound.value && (
        <ChannelChips
          label={t("Channels")}
          ids={channelIds.value}
          allowsPrivate
          onAdd={(id) => (channelIds.value = [...channelIds.value, id])}
          onRemove={(id) => (channelIds.value = channelIds.value.filter((other) => other !== id))}
        />
      )}
      <SelectField label={t("Expiration")} value={days} options={expiryOptions(maxDays)} />
    </DialogForm>
  );
}

function SecretShown({ email, secret }: { readonly email: string; readonly secret: string }) {
  const close = useClose();
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => place.current?.querySelector("code")?.focus(), []);
  return (
    <div class="secret" ref={place}>
      <p role="status">
        {t(
          "Copy the key now: it will not be shown again. Anyone who has it can do what you chose, on behalf of the account.",
        )}
      </p>
      <KeyShown email={email} apiKey={secret} />
      <div class="buttons">
        <button type="button" class="primary" onClick={close}>
          {t("Done")}
        </button>
      </div>
    </div>
  );
}
