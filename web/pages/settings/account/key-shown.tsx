import { t } from "../../../language/text.ts";
import { copyText } from "../../../ui/clipboard.ts";
import { Icon } from "../../../ui/icon.tsx";
import { MORE_ICONS } from "../../../ui/more-icons.ts";
import { downloadConfig } from "./config-file.ts";

/** An API key, to copy or to take along as a file. */
export function KeyShown({ email, apiKey }: { readonly email: string; readonly apiKey: string }) {
  return (
    <div class="key-shown">
      <code tabIndex={0}>{apiKey}</code>
      <button type="button" class="secondary" onClick={() => void copyText(apiKey, t("Key copied."))}>
        <Icon name="copy" /> {t("Copy")}
      </button>
      <button type="button" class="secondary" onClick={() => downloadConfig(email, apiKey)}>
        <Icon name={MORE_ICONS.download} /> {t("Configuration file")}
      </button>
    </div>
  );
}
