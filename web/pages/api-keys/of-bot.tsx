import { t } from "../../language/text.ts";
import type { Bot } from "../../state/registered.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { KeyList } from "./key-list.tsx";

/** The keys that were created for a bot beside the one that it has. */
export const BotApiKeys = ({ bot }: { readonly bot: Bot }) => (
  <>
    <p>
      <a class="back" href="#settings/bots">
        <Icon name={MORE_ICONS.chevronLeft} /> {t("All bots")}
      </a>
    </p>
    <h3>{t("{bot}’s API keys", { bot: bot.full_name })}</h3>
    <p class="hint">{t("Give each program that uses the bot its own key with only the permissions it needs.")}</p>
    <KeyList accountId={bot.user_id} email={bot.email} />
  </>
);
