import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t, tc } from "../../language/text.ts";
import { current } from "../../store.ts";
import { comboboxField, optionOf, useCombobox } from "../combobox.ts";
import { isComposing } from "../composing.ts";
import { characterOf } from "../emoji-character.ts";
import { Emoji } from "../emoji.tsx";
import { Icon } from "../icon.tsx";
import { isRightToLeft } from "../layout.ts";
import { place } from "../place.ts";
import { moveIn } from "./grid.ts";
import { byCategory, found, type ListedEmoji, listed, type Section } from "./list.ts";
import { emojiNames } from "./names.ts";
import { type OpenPicker, picker } from "./open.ts";
import { noteUse, recentEmoji } from "./recent.ts";
import { keptTone, toneAfter, toned } from "./tones.ts";

const COLUMNS = 9;

export function PickerHost() {
  const open = picker.value;
  return open === undefined ? null : <Picker open={open} />;
}

/** A search field and all emoji below it. The focus stays in the field; arrows choose. */
function Picker({ open }: { open: OpenPicker }) {
  const element = useRef<HTMLDivElement>(null);
  const text = useSignal("");
  const recent = useSignal(recentEmoji());
  const tone = useSignal(open.isForText ? keptTone() : "");
  const sections = useComputed(() => sectionsFor(text.value, recent.value));
  const flat = useComputed(() => sections.value.flatMap(({ emoji }) => emoji));

  useLayoutEffect(() => {
    const box = element.current as HTMLDivElement;
    box.showPopover();
    place(box, open.at);
    box.querySelector("input")?.focus({ preventScroll: true });
  }, [open]);

  const close = (returnsFocus: boolean) => {
    if (picker.peek() !== open) return;
    picker.value = undefined;
    if (returnsFocus && open.at.isConnected) open.at.focus({ preventScroll: true });
  };
  const combobox = useCombobox<ListedEmoji>({
    id: "emoji",
    items: flat,
    choose({ emoji_name, emoji_code, reaction_type }) {
      noteUse({ emoji_name, emoji_code, reaction_type });
      close(true);
      const character = reaction_type === "unicode_emoji" ? characterOf(emoji_code) : "";
      const inTone = toned(character, tone.value);
      open.onPick({ emoji_name, emoji_code, reaction_type }, inTone === character ? `:${emoji_name}:` : inTone);
    },
    move(at, key) {
      // Left and right are for the text, where there is one.
      if (!key.startsWith("Arrow") || (text.value !== "" && /Left|Right/.test(key))) return undefined;
      const lengths = sections.value.map(({ emoji }) => emoji.length);
      return moveIn(lengths, COLUMNS, at, key, isRightToLeft());
    },
  });
  /** Marks the first emoji of a section and scrolls to it. */
  const showFirstOf = (section: number) => {
    const before = sections.value.slice(0, section);
    combobox.marked.value = before.reduce((sum, { emoji }) => sum + emoji.length, 0);
    element.current?.querySelectorAll(".emoji-section")[section]?.scrollIntoView({ block: "start" });
  };
  /** To the next section, or to the one before. */
  const showSection = (step: number) => {
    let [section, rest] = [0, combobox.marked.value];
    for (const { emoji } of sections.value) {
      if (rest < emoji.length) break;
      rest -= emoji.length;
      section += 1;
    }
    showFirstOf(Math.max(0, Math.min(section + step, sections.value.length - 1)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isComposing(event)) return;
    const isInField = event.target instanceof HTMLInputElement;
    const toneButton = element.current?.querySelector<HTMLElement>(".skin-tone");
    if (event.key === "Tab" && isInField && toneButton != null) toneButton.focus();
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else if (!isInField) return;
    else if (event.key === "PageDown" || event.key === "PageUp") showSection(event.key === "PageDown" ? 1 : -1);
    else if (!combobox.onKey(event) && event.key !== "Enter") return;
    event.preventDefault();
  };
  let index = -1;
  return (
    <div
      ref={element}
      popover="auto"
      class="emoji-picker"
      role="dialog"
      aria-label={t("Choose an emoji")}
      onKeyDown={onKeyDown}
      onToggle={(event) => event.newState === "closed" && close(false)}
    >
      <div class="field">
        <Icon name="search" />
        <input
          type="text"
          {...comboboxField(combobox)}
          aria-label={t("Search emoji")}
          placeholder={t("Search emoji")}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            combobox.marked.value = 0;
          }}
        />
      </div>
      {text.value === "" && (
        <div class="emoji-categories" role="group" aria-label={t("Categories")}>
          {sections.value.map(({ name, emoji: [first] }, section) => (
            <button
              key={name}
              type="button"
              aria-label={name}
              title={name}
              tabIndex={-1}
              // The focus stays in the field, whose keys move on from there.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => showFirstOf(section)}
            >
              {section === 0 ? <Icon name="clock" /> : first !== undefined && <Emoji {...first} />}
            </button>
          ))}
        </div>
      )}
      <div id={combobox.id} class="emoji-list" role="listbox" aria-label={t("Emoji")} tabIndex={0}>
        {sections.value.map(({ name, emoji }) => (
          <div key={name} role="group" aria-label={name} class="emoji-section">
            <p class="emoji-heading" role="presentation">
              {name}
            </p>
            <div class="emoji-grid" role="presentation">
              {emoji.map((emoji) => {
                index += 1;
                return (
                  <Option
                    key={`${emoji.reaction_type}${emoji.emoji_code}`}
                    emoji={emoji}
                    option={optionOf(combobox, index)}
                    tone={tone.value}
                  />
                );
              })}
            </div>
          </div>
        ))}
      </div>
      <div class="emoji-foot">
        <p class="hint" role="status">
          {flat.value.length === 0
            ? t("No matching emoji.")
            : `:${flat.value[combobox.marked.value]?.names.slice(0, 3).join(": :") ?? ""}:`}
        </p>
        {open.isForText && (
          <button
            type="button"
            class="icon-button skin-tone"
            aria-label={t("Another skin tone")}
            title={t("Another skin tone")}
            onClick={() => (tone.value = toneAfter(tone.value))}
          >
            <span class="emoji" aria-hidden="true">
              {toned("✋", tone.value)}
            </span>
          </button>
        )}
      </div>
    </div>
  );
}

interface OptionProps {
  readonly emoji: ListedEmoji;
  readonly option: ReturnType<typeof optionOf>;
  readonly tone: string;
}

function Option({ emoji, option, tone }: OptionProps) {
  const words = emoji.emoji_name.replaceAll("_", " ");
  return (
    <span {...option} class="emoji-option" aria-label={words} title={words}>
      {tone !== "" && emoji.reaction_type === "unicode_emoji" ? (
        <span class="emoji" aria-hidden="true">
          {toned(characterOf(emoji.emoji_code), tone)}
        </span>
      ) : (
        <Emoji {...emoji} />
      )}
    </span>
  );
}

function sectionsFor(text: string, recent: ReturnType<typeof recentEmoji>): readonly Section[] {
  const unicode = listed(emojiNames());
  const own: ListedEmoji[] = [...current.value.organization.emoji.values()]
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url }) => ({
      emoji_name: name,
      emoji_code: id,
      reaction_type: "realm_emoji",
      names: [name],
      picture: source_url,
    }));
  const all = [...own, ...unicode];
  if (text.trim() !== "") {
    const hits = found(all, text);
    return hits.length === 0 ? [] : [{ name: tc("emoji", "Found"), emoji: hits }];
  }
  const known = recent.flatMap((used) => all.find(({ emoji_code }) => emoji_code === used.emoji_code) ?? []);
  return [
    {
      name: tc("emoji", "Recent"),
      emoji: known.length > 0 ? known : recent.map((used) => ({ ...used, names: [used.emoji_name] })),
    },
    ...(own.length > 0 ? [{ name: t("Of this organization"), emoji: own }] : []),
    ...byCategory(unicode),
  ];
}
