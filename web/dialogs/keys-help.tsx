import { BOX_BINDINGS } from "../keys/box-bindings.ts";
import { BINDINGS, keyName, keysOf } from "../keys/bindings.ts";
import { t } from "../language/text.ts";
import { setting } from "../store.ts";
import { Dialog, useClose } from "../ui/dialog.tsx";

/** Which key sends is a setting. */
function SendLines() {
  const enterSends = setting("enter_sends", false);
  const lines = [
    { keys: enterSends ? [t("Enter"), t("Ctrl Enter")] : [t("Ctrl Enter")], text: t("Send") },
    { keys: [enterSends ? t("Shift Enter") : t("Enter")], text: t("New line") },
    { keys: [t("Enter")], text: t("Go from the topic to the message") },
  ];
  return lines.map(({ keys, text }) => (
    <div key={text}>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  ));
}

/** All keys, by what they are for. */
export function KeysHelp() {
  const close = useClose();
  return (
    <Dialog title={t("Keyboard shortcuts")} class="wide">
      <p class="hint">
        {t("They work while you are not writing, except those of the message box.")}{" "}
        <a class="link" href="#settings/keys" onClick={close}>
          {t("Change settings")}
        </a>
      </p>
      <div class="keys">
        {Object.entries({ ...BINDINGS, [t("Message box")]: BOX_BINDINGS }).map(([name, bindings]) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {bindings === BOX_BINDINGS && <SendLines />}
              {bindings.map(({ command, keys, text }) => (
                <div key={command}>
                  <dt>
                    {keysOf({ command, keys }).map((key) => (
                      <kbd key={key}>{keyName(key)}</kbd>
                    ))}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
