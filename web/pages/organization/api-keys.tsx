import { useSignal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { nameOf } from "../../ui/names.tsx";
import { askToRevoke, KeyFacts } from "../api-keys/key-facts.tsx";
import type { ApiKey } from "../api-keys/scopes.ts";
import { everybody, OneChoice, PersonChosen } from "../lists/one-choice.tsx";
import { Paged } from "../lists/paged.tsx";
import { Live } from "../live.tsx";
import { API_KEYS } from "./settings-fields.ts";
import { isAdministrator, OrganizationSettings } from "./settings.tsx";

/** How long keys may last, and for administrators the keys of everybody. */
export function OrganizationApiKeys() {
  return (
    <>
      <OrganizationSettings fields={API_KEYS} />
      <h3>{t("Everyone’s keys")}</h3>
      {isAdministrator() ? (
        <AllKeys />
      ) : (
        <p class="hint">{t("Only administrators can see other people’s API keys. Yours are in your settings.")}</p>
      )}
    </>
  );
}

function AllKeys() {
  const accountId = useSignal<number | undefined>(undefined);
  const { value: id } = accountId;
  const load = () => call("GET /api_keys", id === undefined ? {} : { user_id: id });
  return (
    <>
      <p class="hint">
        {t("Keys that people have created for themselves and their bots. The keys themselves are never shown again.")}
      </p>
      <OneChoice
        label={t("Show the keys of one person or bot")}
        placeholder={t("Name of a person or bot")}
        choices={everybody}
        onPick={(key) => (accountId.value = Number(key))}
        chosen={id === undefined ? undefined : <PersonChosen userId={id} />}
        only={t("Only keys of")}
        all={t("Show everyone’s keys")}
        onClear={() => (accountId.value = undefined)}
      />
      <Live key={id} load={load} after={["api_key"]}>
        {({ keys, found_oldest: isWhole }, again) => (
          <>
            <Paged
              label={t("API keys")}
              items={keys}
              keyOf={({ key_id: keyId }) => keyId}
              empty={t("No API keys yet.")}
            >
              {(key) => <KeyRow apiKey={key} again={again} />}
            </Paged>
            {!isWhole && <p class="hint">{t("Older keys are not shown. Choose a person to see all of theirs.")}</p>}
          </>
        )}
      </Live>
    </>
  );
}

function KeyRow({ apiKey, again }: { readonly apiKey: ApiKey; readonly again: () => void }) {
  const { key_id: id, user_id: userId, name } = apiKey;
  const revoke = async () => {
    await call("DELETE /api_keys/{key_id}", { key_id: id });
    again();
  };
  return (
    <>
      <Avatar userId={userId} />
      <div class="row-text">
        <p>
          <bdi>{nameOf(userId)}</bdi>: <bdi>{name}</bdi>
        </p>
        <KeyFacts apiKey={apiKey} />
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Revoke {name}", { name })}
        title={t("Revoke")}
        onClick={() => askToRevoke(name, revoke)}
      >
        <Icon name={MORE_ICONS.trash} />
      </button>
    </>
  );
}
