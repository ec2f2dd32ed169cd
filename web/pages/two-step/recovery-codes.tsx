import { useEffect, useRef } from "preact/hooks";
import { downloadText } from "../../dialogs/export/download.ts";
import { t } from "../../language/text.ts";
import { property } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { Dialog, useClose } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";

interface Codes {
  readonly codes: readonly string[];
}

export const RecoveryCodesDialog = ({ codes }: Codes) => (
  <Dialog title={t("Recovery codes")}>
    <RecoveryCodes codes={codes} />
  </Dialog>
);

/** What lets somebody in who has lost their phone, to be kept somewhere else. */
export function RecoveryCodes({ codes }: Codes) {
  const close = useClose();
  const list = useRef<HTMLPreElement>(null);
  // The button that was pressed is gone.
  useEffect(() => list.current?.focus(), []);
  const text = codes.join("\n");
  return (
    <div class="secret">
      <p role="status">
        {t(
          "Keep these codes where you find them without your phone. They will not be shown again. Each lets you log in once.",
        )}
      </p>
      <div class="key-shown">
        <pre ref={list} class="recovery-codes" tabIndex={0} aria-label={t("Recovery codes")}>
          {text}
        </pre>
        <button type="button" class="secondary" onClick={() => void copyText(text, t("Codes copied."))}>
          <Icon name="copy" /> {t("Copy")}
        </button>
        <button type="button" class="secondary" onClick={() => download(text)}>
          <Icon name={MORE_ICONS.download} /> {t("Download")}
        </button>
      </div>
      <div class="buttons">
        <button type="button" class="primary" onClick={close}>
          {t("Done")}
        </button>
      </div>
    </div>
  );
}

const download = (text: string): void =>
  downloadText(
    "parley-recovery-codes.txt",
    "text/plain",
    `${property("realm_name", "Parley")} ${location.origin}\n\n${text}\n`,
  );
