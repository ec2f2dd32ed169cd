import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../ui/icon.tsx";
import type { Style } from "./markdown-keys.ts";

const TOOLS: readonly (readonly [Style, IconName, string])[] = [
  ["bold", "bold", "Bold (Ctrl B)"],
  ["italic", "italic", "Italic (Ctrl I)"],
  ["strike", "strikethrough", "Strikethrough (Ctrl Shift X)"],
  ["code", "code", "Code (Ctrl Shift C)"],
  ["quote", "quote", "Quote (Ctrl Shift 9)"],
  ["list", "list", "List"],
  ["link", "link", "Link (Ctrl Shift L)"],
];

/** Styles for the text, and beside them whatever else the box offers. */
export function Toolbar({ onStyle, children }: { onStyle: (style: Style) => void; children: ComponentChildren }) {
  return (
    <div class="toolbar">
      <div class="tools" role="group" aria-label="Styles">
        {TOOLS.map(([style, icon, title]) => (
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
      </div>
      {children}
    </div>
  );
}
