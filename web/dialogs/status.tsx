import { useSignal } from "@preact/signals";
import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import { current, setting } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Emoji } from "../ui/emoji.tsx";
import { openEmojiPicker, type PickedEmoji } from "../ui/emoji-picker/open.ts";
import { Icon } from "../ui/icon.tsx";
import { DialogForm } from "./form.tsx";

const emoji = (emoji_name: string, emoji_code: string): PickedEmoji => ({
  emoji_name,
  emoji_code,
  reaction_type: "unicode_emoji",
});

/** What people say most. */
const PRESETS: readonly (readonly [string, PickedEmoji])[] = [
  [t("Busy"), emoji("working_on_it", "1f6e0")],
  [t("In a meeting"), emoji("calendar", "1f4c5")],
  [t("Commuting"), emoji("bus", "1f68c")],
  [t("Out sick"), emoji("sick", "1f912")],
  [t("On vacation"), emoji("palm_tree", "1f334")],
  [t("Working remotely"), emoji("house", "1f3e0")],
];
const MAX_LENGTH = 60;

/** What others see beside the user's name, and whether they see that the user is there. */
export function OwnStatus() {
  const { statuses, ownId } = current.value;
  const before = statuses.get(ownId);
  const text = useSignal(before?.status_text ?? "");
  const sign = useSignal<PickedEmoji | undefined>(
    before?.emoji_name === undefined
      ? undefined
      : {
          emoji_name: before.emoji_name,
          emoji_code: before.emoji_code ?? "",
          reaction_type: (before.reaction_type ?? "unicode_emoji") as PickedEmoji["reaction_type"],
        },
  );
  const isInvisible = useSignal(!setting("presence_enabled", true));
  const run = async () => {
    const { emoji_name = "", emoji_code = "", reaction_type = "" } = sign.value ?? {};
    await call("POST /users/me/status", {
      status_text: text.value.trim(),
      emoji_name,
      ...(emoji_name !== "" && { emoji_code, reaction_type }),
    });
    if (isInvisible.value === setting("presence_enabled", true))
      await call("PATCH /settings", { presence_enabled: !isInvisible.value });
  };
  return (
    <Dialog title={t("Your status")}>
      <DialogForm action={t("Save")} run={run}>
        <div class="status-field">
          <button
            type="button"
            class="icon-button"
            aria-label={
              sign.value === undefined
                ? t("Choose an emoji")
                : t("Emoji: {emoji}. Change", { emoji: sign.value.emoji_name })
            }
            onClick={(event) => openEmojiPicker(event.currentTarget, (picked) => (sign.value = picked))}
          >
            {sign.value === undefined ? <Icon name="smile" /> : <Emoji {...sign.value} />}
          </button>
          <input
            type="text"
            aria-label={t("Status")}
            placeholder={t("What’s your status?")}
            maxLength={MAX_LENGTH}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
          <button
            type="button"
            class="secondary"
            disabled={text.value === "" && sign.value === undefined}
            onClick={() => {
              text.value = "";
              sign.value = undefined;
            }}
          >
            {t("Clear")}
          </button>
        </div>
        <div class="presets" role="group" aria-label={t("Suggestions")}>
          {PRESETS.map(([words, preset]) => (
            <button
              key={words}
              type="button"
              class="choice"
              aria-pressed={text.value === words}
              onClick={() => {
                text.value = words;
                sign.value = preset;
              }}
            >
              <Emoji {...preset} /> {words}
            </button>
          ))}
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={isInvisible.value}
            onChange={() => (isInvisible.value = !isInvisible.value)}
          />
          {t("Appear offline to everyone")}
        </label>
      </DialogForm>
    </Dialog>
  );
}
