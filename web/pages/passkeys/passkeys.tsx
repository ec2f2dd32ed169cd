import { useSignal } from "@preact/signals";
import { confirmed } from "../../dialogs/confirmed.tsx";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { request } from "../../link/http.ts";
import { createPasskey, isGivenUp, knowsPasskeys, type PasskeyOptions } from "../../platform/passkeys.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { openDialog } from "../../ui/open.ts";
import { showDialog } from "../../ui/show-dialog.ts";
import { dayName } from "../../ui/time.ts";
import { PAGE_ICONS } from "../icons.ts";
import { Live } from "../live.tsx";

interface Passkey {
  readonly passkey_id: number;
  readonly name: string;
  readonly date_created: number;
  readonly last_used: number | null;
}

const PATH = "/json/users/me/passkeys";

async function list(): Promise<readonly Passkey[]> {
  const { passkeys } = await request(PATH, "GET", undefined);
  return passkeys as readonly Passkey[];
}

/** The passkeys of one's own account, and a button for another one. */
export function Passkeys() {
  return (
    <Live load={list}>
      {(passkeys, again) => (
        <>
          <p class="hint">
            {t("A passkey logs you in by your fingerprint, face or PIN, without a password or a code.")}
          </p>
          {passkeys.length > 0 && (
            <ul class="rows" aria-label={t("Passkeys")}>
              {passkeys.map((passkey) => (
                <li key={passkey.passkey_id}>
                  <PasskeyRow passkey={passkey} again={again} />
                </li>
              ))}
            </ul>
          )}
          {knowsPasskeys() ? (
            <button
              type="button"
              class="secondary"
              onClick={() =>
                showDialog(() => <NameDialog title={t("New passkey")} save={(name) => add(name, again)} />)
              }
            >
              {t("New passkey…")}
            </button>
          ) : (
            <p class="hint">{t("This browser cannot create passkeys at this address.")}</p>
          )}
        </>
      )}
    </Live>
  );
}

async function add(name: string, again: () => void): Promise<void> {
  const { options } = await confirmed(() => request(`${PATH}/begin`, "POST", new URLSearchParams()));
  const asked = options as PasskeyOptions & { readonly user: { readonly id: string } };
  try {
    const response = await createPasskey(asked);
    await request(PATH, "POST", new URLSearchParams({ name, response, user_handle: asked.user.id }));
  } catch (error) {
    if (!isGivenUp(error)) throw error;
  }
  again();
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly again: () => void;
}

function PasskeyRow({ passkey, again }: PasskeyRowProps) {
  const { passkey_id: id, name, date_created: created, last_used: used } = passkey;
  const rename = async (next: string) => {
    await request(`${PATH}/${id}`, "PATCH", new URLSearchParams({ name: next }));
    again();
  };
  const remove = () =>
    openDialog("confirm", {
      title: t("Remove “{name}”?", { name }),
      text: t("It no longer logs you in. Remove it on the device, too."),
      action: t("Remove"),
      run: async () => {
        await confirmed(() => request(`${PATH}/${id}`, "DELETE", new URLSearchParams()));
        again();
      },
    });
  return (
    <>
      <Icon name={PAGE_ICONS.key} />
      <div class="row-text">
        <p>
          <bdi>{name}</bdi>
        </p>
        <p class="hint">
          {t("Created: {day}", { day: dayName(created) })} ·{" "}
          {used === null ? t("Never used") : t("Last used: {day}", { day: dayName(used) })}
        </p>
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Rename {name}", { name })}
        title={t("Rename")}
        onClick={() => showDialog(() => <NameDialog title={t("Rename the passkey")} name={name} save={rename} />)}
      >
        <Icon name="pencil" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Remove {name}", { name })}
        title={t("Remove")}
        onClick={remove}
      >
        <Icon name={MORE_ICONS.trash} />
      </button>
    </>
  );
}

interface NameProps {
  readonly title: string;
  readonly name?: string;
  readonly save: (name: string) => Promise<void>;
}

function NameDialog({ title, name: before = "", save }: NameProps) {
  const name = useSignal(before);
  return (
    <Dialog title={title}>
      <DialogForm action={t("Save")} isReady={name.value.trim() !== ""} run={() => save(name.value.trim())}>
        <label>
          {t("Name")}
          <input
            type="text"
            maxLength={MAX_NAME_LENGTH}
            placeholder={t("The device or app that keeps it")}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  );
}

const MAX_NAME_LENGTH = 100;
