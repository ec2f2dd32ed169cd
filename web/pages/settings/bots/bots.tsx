import { useSignal } from "@preact/signals";
import { t, tc } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { isAllowed } from "../../../state/group-setting.ts";
import type { Bot, BotCommand, GroupSetting } from "../../../state/registered.ts";
import { current, property } from "../../../store.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { MORE_ICONS } from "../../../ui/more-icons.ts";
import { nameOf } from "../../../ui/names.tsx";
import { attempt } from "../../../ui/toast.ts";
import { confirmed } from "../../../dialogs/confirmed.tsx";
import { openDialog } from "../../../ui/open.ts";
import { BotApiKeys } from "../../api-keys/of-bot.tsx";
import { PAGE_ICONS } from "../../icons.ts";
import { KeyShown } from "../account/key-shown.tsx";
import { BotDialog } from "./bot-dialog.tsx";
import { BOT_TYPES, typeName } from "./types.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { showDialog } from "../../../ui/show-dialog.ts";

/** Whether the user may make bots of a type. */
const mayCreate = (name: string): boolean => {
  const { ownId, groups } = current.value;
  const holders = property<GroupSetting | undefined>(`realm_${name}`, undefined);
  return holders !== undefined && isAllowed(holders, ownId, groups);
};

function creatableTypes(): readonly number[] {
  if (mayCreate("can_create_bots_group")) return Object.values(BOT_TYPES);
  return mayCreate("can_create_write_only_bots_group") ? [BOT_TYPES.incoming] : [];
}

/** Bots that the user manages, or the API keys of one of them. */
export function Bots({ rest: [id] }: { readonly rest: readonly string[] }) {
  const opened = id === undefined ? undefined : current.value.bots.get(Number(id));
  return opened === undefined ? <AllBots /> : <BotApiKeys key={opened.user_id} bot={opened} />;
}

function AllBots() {
  const types = creatableTypes();
  const bots = [...current.value.bots.values()].sort((a, b) => a.full_name.localeCompare(b.full_name));
  const own = bots.filter(({ is_active, owner_id }) => is_active && owner_id === current.value.ownId);
  const others = bots.filter(({ is_active, owner_id }) => is_active && owner_id !== current.value.ownId);
  const gone = bots.filter(({ is_active }) => !is_active);
  return (
    <>
      <p class="hint">{t("Programs that read and write messages under their own name.")}</p>
      {types.length > 0 ? (
        <p>
          <button type="button" class="primary" onClick={() => showDialog(() => <BotDialog types={types} />)}>
            <Icon name="plus" /> {t("New bot")}
          </button>
        </p>
      ) : (
        <p>{t("Your organization does not let you create bots.")}</p>
      )}
      {own.length === 0 ? <p class="hint">{t("You have no bots.")}</p> : <BotList bots={own} />}
      {others.length > 0 && (
        <>
          <h3>{t("Other people’s bots")}</h3>
          <BotList bots={others} />
        </>
      )}
      {gone.length > 0 && (
        <>
          <h3>{t("Deactivated bots")}</h3>
          <ul class="rows">
            {gone.map(({ user_id: id, full_name: name }) => (
              <li key={id}>
                <div class="row-line">
                  <Avatar userId={id} name={name} />
                  <div class="row-text">
                    <bdi>{name}</bdi>
                  </div>
                  <button
                    type="button"
                    class="secondary"
                    aria-label={t("Reactivate {name}", { name })}
                    onClick={() => void attempt(() => call("POST /users/{user_id}/reactivate", { user_id: id }))}
                  >
                    {t("Reactivate")}
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const BotList = ({ bots }: { readonly bots: readonly Bot[] }) => (
  <ul class="rows">
    {bots.map((bot) => (
      <BotRow key={bot.user_id} bot={bot} />
    ))}
  </ul>
);

const fetchKey = async (id: number): Promise<string> =>
  (await confirmed(() => call("GET /bots/{bot_id}/api_key", { bot_id: id }))).api_key;

/** What people type to use the bot. The bot itself registers it. */
const CommandList = ({ commands }: { readonly commands: readonly BotCommand[] }) => (
  <ul class="hint commands" aria-label={t("Commands")}>
    {commands.map(({ id, name, argument_hint: hint, description }) => (
      <li key={id}>
        <code>
          /{name} {hint}
        </code>{" "}
        <span dir="auto">{description}</span>
      </li>
    ))}
  </ul>
);

function BotRow({ bot }: { readonly bot: Bot }) {
  const { user_id: id, full_name: name, email } = bot;
  const key = useSignal<string | undefined>(undefined);
  const show = async () => {
    key.value = key.value === undefined ? await fetchKey(id) : undefined;
  };
  const showUrl = async () => {
    const apiKey = await fetchKey(id);
    showDialog(() => <WebhookDialog bot={bot} apiKey={apiKey} />);
  };
  const [service] = bot.services;
  const commands = [...current.value.commands.values()].filter(({ bot_id: of }) => of === id);
  return (
    <li class="bot">
      <Avatar userId={id} name={name} />
      <div class="row-text">
        <p>
          <bdi>{name}</bdi> <span class="tag">{typeName(bot.bot_type)}</span>
        </p>
        <p class="hint">{email}</p>
        {bot.owner_id !== null && bot.owner_id !== current.value.ownId && (
          <p class="hint">{t("Owner: {person}", { person: nameOf(bot.owner_id) })}</p>
        )}
        {service?.base_url !== undefined && <p class="hint">{t("Calls {url}", { url: service.base_url })}</p>}
        {bot.default_sending_stream !== null && (
          <p class="hint">{t("Writes to #{channel}", { channel: bot.default_sending_stream })}</p>
        )}
        {commands.length > 0 && <CommandList commands={commands} />}
        {key.value !== undefined && <KeyShown email={email} apiKey={key.value} />}
      </div>
      <div class="row-buttons">
        {bot.bot_type === BOT_TYPES.incoming && (
          <button
            type="button"
            class="secondary"
            aria-label={t("{bot}’s URL", { bot: name })}
            onClick={() => void attempt(showUrl)}
          >
            {t("URL")}
          </button>
        )}
        <button
          type="button"
          class="secondary"
          aria-expanded={key.value !== undefined}
          aria-label={t("{bot}’s key", { bot: name })}
          onClick={() => void attempt(show)}
        >
          {tc("API key", "Key")}
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t("New key for {bot}", { bot: name })}
          title={t("New key")}
          onClick={() => askForNewKey(bot, (next) => (key.value = next))}
        >
          <Icon name="history" />
        </button>
        <a
          class="icon-button"
          href={`#settings/bots/${id}`}
          aria-label={t("{bot}’s API keys", { bot: name })}
          title={t("API keys")}
        >
          <Icon name={PAGE_ICONS.apiKey} />
        </a>
        <button
          type="button"
          class="icon-button"
          aria-label={t("Edit {name}", { name })}
          onClick={() => showDialog(() => <BotDialog types={[]} bot={bot} />)}
        >
          <Icon name="pencil" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t("Deactivate {name}", { name })}
          onClick={() => askToDeactivate(bot)}
        >
          <Icon name={MORE_ICONS.trash} />
        </button>
      </div>
    </li>
  );
}

const askForNewKey = ({ user_id, full_name: name }: Bot, show: (key: string) => void): void =>
  openDialog("confirm", {
    title: t("A new key for {bot}?", { bot: name }),
    text: t("The old one stops working immediately."),
    action: t("Create a new key"),
    run: async () => {
      const made = await confirmed(() => call("POST /bots/{bot_id}/api_key/regenerate", { bot_id: user_id }));
      show(made.api_key);
    },
  });

const askToDeactivate = ({ user_id, full_name: name }: Bot): void =>
  openDialog("confirm", {
    title: t("Deactivate {name}?", { name }),
    text: t("Its key stops working immediately. Its messages stay. An administrator can reactivate it."),
    action: t("Deactivate"),
    run: () => call("DELETE /bots/{bot_id}", { bot_id: user_id }),
  });
