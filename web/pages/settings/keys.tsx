import { useSignal } from "@preact/signals";
import { BOX_BINDINGS, isBoxCommand } from "../../keys/box-bindings.ts";
import { chooseKeys, forgetKeys, keyChoices } from "../../keys/choices.ts";
import { BINDINGS, type Binding, keyName, keysOf, otherCommandOf, pressedKey } from "../../keys/bindings.ts";
import { t, tc } from "../../language/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { showToast } from "../../ui/toast.ts";

const ALL: Readonly<Record<string, readonly Binding<string>[]>> = { ...BINDINGS, [t("Message box")]: BOX_BINDINGS };

/** Every key that does something, to be changed or switched off. */
export function Keys() {
  const isChanged = Object.keys(keyChoices.value).length > 0;
  return (
    <>
      <p class="hint">
        {t(
          "These shortcuts work while you are not writing, except those of the message box. They are saved on this device.",
        )}
      </p>
      <div class="buttons-left">
        <button type="button" class="secondary" onClick={switchAllOff}>
          {t("Turn off all keyboard shortcuts")}
        </button>
        {isChanged && (
          <button type="button" class="secondary" onClick={() => forgetKeys()}>
            {t("Restore the default shortcuts")}
          </button>
        )}
      </div>
      {Object.entries(ALL).map(([name, bindings]) => (
        <section key={name}>
          <h3>{name}</h3>
          <ul class="rows">
            {bindings.map((binding) => (
              <KeyRow key={binding.command} binding={binding} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function switchAllOff(): void {
  for (const { command } of Object.values(ALL).flat()) chooseKeys(command, []);
}

function KeyRow({ binding }: { readonly binding: Binding<string> }) {
  const { command, text } = binding;
  const isWaiting = useSignal(false);
  const keys = keysOf(binding);
  const remove = (key: string) =>
    chooseKeys(
      command,
      keys.filter((other) => other !== key),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isWaiting.value || event.repeat || event.key === "Tab" || MODIFIERS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    isWaiting.value = false;
    const key = pressedKey(event);
    const isInBox = isBoxCommand(command);
    if (key === "" || (isInBox && key.length === 1)) {
      showToast(
        isInBox ? t("This key types text in the message box. Press it with Ctrl.") : t("This key cannot be used."),
      );
      return;
    }
    const other = otherCommandOf(key, command, isInBox ? BOX_BINDINGS : Object.values(BINDINGS).flat());
    if (!keys.includes(key)) chooseKeys(command, [...keys, key]);
    if (other !== undefined) showToast(t("This key no longer does: {other}", { other }));
  };
  return (
    <li>
      <span class="row-text">{text}</span>
      <span class="chips">
        {keys.length === 0 && <span class="hint">{tc("setting", "off")}</span>}
        {keys.map((key) => (
          <span key={key} class="chip">
            <kbd>{keyName(key)}</kbd>
            <button
              type="button"
              class="icon-button"
              aria-label={t("Remove the key {key} from: {command}", { key: keyName(key), command: text })}
              onClick={() => remove(key)}
            >
              <Icon name="x" />
            </button>
          </span>
        ))}
      </span>
      <button
        type="button"
        class="secondary"
        aria-label={t("Add a key for: {command}", { command: text })}
        onClick={() => (isWaiting.value = true)}
        onBlur={() => (isWaiting.value = false)}
        onKeyDown={onKeyDown}
      >
        {isWaiting.value ? t("Press a key…") : t("Add")}
      </button>
      {command in keyChoices.value && (
        <button
          type="button"
          class="icon-button"
          aria-label={t("Default shortcuts for: {command}", { command: text })}
          title={t("Restore the default shortcuts")}
          onClick={() => forgetKeys(command)}
        >
          <Icon name="history" />
        </button>
      )}
    </li>
  );
}

const MODIFIERS: readonly string[] = ["Shift", "Control", "Alt", "AltGraph", "Meta"];
