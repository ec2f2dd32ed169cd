import { useSignal } from "@preact/signals";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { showDialog } from "../../ui/show-dialog.ts";
import { PAGE_ICONS } from "../icons.ts";
import { Live } from "../live.tsx";
import { type KeyCalls, keyCallsOf } from "./key-calls.ts";
import { askToRevoke, KeyFacts } from "./key-facts.tsx";
import { MAX_NAME_LENGTH, NewKeyDialog } from "./new-key.tsx";
import type { ApiKey } from "./scopes.ts";

/** The keys of one account, which come and go by events, and a button for another one. */
export function KeyList({ accountId, email }: { readonly accountId: number; readonly email: string }) {
  const calls = keyCallsOf(accountId);
  // An administrator gets no events of the keys of others' bots.
  return (
    <Live load={calls.list} after={["api_key"]}>
      {({ keys }, again) => (
        <>
          <p>
            <button
              type="button"
              class="primary"
              onClick={() =>
                showDialog(() => (
                  <NewKeyDialog accountId={accountId} email={email} create={andThen(calls.create, again)} />
                ))
              }
            >
              <Icon name="plus" /> {t("New API key")}
            </button>
          </p>
          {keys.length === 0 && <p class="hint">{t("No API keys yet.")}</p>}
          <ul class="rows" aria-label={t("API keys")}>
            {keys.map((key) => (
              <li key={key.key_id}>
                <KeyRow apiKey={key} calls={calls} again={again} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Live>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly calls: KeyCalls;
  readonly again: () => void;
}

function KeyRow({ apiKey, calls, again }: KeyRowProps) {
  const { key_id: id, name } = apiKey;
  return (
    <>
      <Icon name={PAGE_ICONS.apiKey} />
      <div class="row-text">
        <p>
          <bdi>{name}</bdi>
        </p>
        <KeyFacts apiKey={apiKey} />
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Rename {name}", { name })}
        title={t("Rename")}
        onClick={() => showDialog(() => <RenameDialog apiKey={apiKey} rename={andThen(calls.rename, again)} />)}
      >
        <Icon name="pencil" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Revoke {name}", { name })}
        title={t("Revoke")}
        onClick={() => askToRevoke(name, () => andThen(calls.revoke, again)(id))}
      >
        <Icon name={MORE_ICONS.trash} />
      </button>
    </>
  );
}

const andThen =
  <Input extends readonly unknown[], Value>(work: (...input: Input) => Promise<Value>, next: () => void) =>
  async (...input: Input): Promise<Value> => {
    const value = await work(...input);
    next();
    return value;
  };

function RenameDialog({ apiKey, rename }: { readonly apiKey: ApiKey; readonly rename: KeyCalls["rename"] }) {
  const name = useSignal(apiKey.name);
  return (
    <Dialog title={t("Rename the API key")}>
      <DialogForm
        action={t("Save")}
        isReady={name.value.trim() !== ""}
        run={() => rename(apiKey.key_id, name.value.trim())}
      >
        <label>
          {t("Name")}
          <input
            type="text"
            maxLength={MAX_NAME_LENGTH}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  );
}
