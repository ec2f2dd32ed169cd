import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../language/text.ts";
import { current } from "../../store.ts";
import { comboboxField, optionOf, useCombobox } from "../combobox.ts";
import { isComposing } from "../composing.ts";
import { Emoji } from "../emoji.tsx";
import { Icon } from "../icon.tsx";
import { isRightToLeft } from "../layout.ts";
import { place } from "../place.ts";
import { moveIn } from "./grid.ts";
import { byCategory, found, type ListedEmoji, listed, type Section } from "./list.ts";
import { emojiNames } from "./names.ts";
import { type OpenPicker, picker } from "./open.ts";
import { noteUse, recentEmoji } from "./recent.ts";

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
      open.onPick({ emoji_name, emoji_code, reaction_type });
    },
    move(at, key) {
      // Left and right are for the text, where there is one.
      if (!key.startsWith("Arrow") || (text.value !== "" && /Left|Right/.test(key))) return undefined;
      const lengths = sections.value.map(({ emoji }) => emoji.length);
      return moveIn(lengths, COLUMNS, at, key, isRightToLeft());
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isComposing(event)) return;
    if (event.key === "Escape" || event.key === "Tab") close(true);
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
                  />
                );
              })}
            </div>
          </div>
        ))}
      </div>
      <p class="hint" role="status">
        {flat.value.length === 0
          ? t("No matching emoji.")
          : `:${flat.value[combobox.marked.value]?.names.slice(0, 3).join(": :") ?? ""}:`}
      </p>
    </div>
  );
}

interface OptionProps {
  readonly emoji: ListedEmoji;
  readonly option: ReturnType<typeof optionOf>;
}

function Option({ emoji, option }: OptionProps) {
  const words = emoji.emoji_name.replaceAll("_", " ");
  return (
    <span {...option} class="emoji-option" aria-label={words} title={words}>
      <Emoji {...emoji} />
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
    return hits.length === 0 ? [] : [{ name: t("Found"), emoji: hits }];
  }
  const known = recent.flatMap((used) => all.find(({ emoji_code }) => emoji_code === used.emoji_code) ?? []);
  return [
    {
      name: t("Recent"),
      emoji: known.length > 0 ? known : recent.map((used) => ({ ...used, names: [used.emoji_name] })),
    },
    ...(own.length > 0 ? [{ name: t("Of this organization"), emoji: own }] : []),
    ...byCategory(unicode),
  ];
}
