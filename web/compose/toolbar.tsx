import type { ComponentChildren } from "preact";
import { t } from "../language/text.ts";
import { isPainted } from "../ui/after-frame.ts";
import { EmojiButton } from "../ui/emoji-picker/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import type { Style } from "./markdown-keys.ts";

const tools = (): readonly (readonly [Style, IconName, string])[] => [
  ["bold", "bold", t("Bold (Ctrl B)")],
  ["italic", "italic", t("Italic (Ctrl I)")],
  ["strike", "strikethrough", t("Strikethrough (Ctrl Shift X)")],
  ["code", "code", t("Code (Ctrl Shift C)")],
  ["quote", "quote", t("Quote (Ctrl Shift 9)")],
  ["list", "list", t("List")],
  ["link", "link", t("Link (Ctrl Shift L)")],
];

interface ToolbarProps {
  readonly onStyle: (style: Style) => void;
  /** More tools, after the styles. */
  readonly more?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Styles for the text, and beside them what else the box offers. */
export function Toolbar({ onStyle, more, children }: ToolbarProps) {
  return (
    <div class="toolbar">
      <div class="tools" role="group" aria-label={t("Tools")}>
        {isPainted.value && (
          <>
            {tools().map(([style, icon, title]) => (
              <button
                key={style}
                type="button"
                class="icon-button"
                aria-label={title}
                title={title}
                onClick={() => onStyle(style)}
              >
                <Icon name={icon} />
              </button>
            ))}
            <EmojiButton />
            {more}
          </>
        )}
      </div>
      {children}
    </div>
  );
}
