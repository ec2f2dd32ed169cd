import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { Emoji } from "./emoji.tsx";
import { Icon } from "./icon.tsx";
import { closeMenu, menu, type MenuItem, type OpenMenu } from "./menu.ts";
import { place } from "./place.ts";

export function MenuHost() {
  const open = menu.value;
  return open === undefined ? null : <Menu key={open.label} open={open} />;
}

/** A menu by the rules of ARIA: arrows move, letters search, Escape and Tab close, and the focus goes back. */
function Menu({ open }: { open: OpenMenu }) {
  const element = useRef<HTMLDivElement>(null);
  const items = () => [...(element.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];

  useLayoutEffect(() => {
    const box = element.current as HTMLDivElement;
    box.showPopover();
    place(box, open.at);
    items()[0]?.focus({ preventScroll: true });
  }, [open]);

  useEffect(() => {
    const onPointerDown = ({ target, button }: PointerEvent) => {
      const isOf = (holder: unknown) => target instanceof Node && holder instanceof Node && holder.contains(target);
      // The button that it belongs to closes it by itself.
      if (!isOf(element.current) && !(isOf(open.at) && button === 0)) close(false);
    };
    addEventListener("pointerdown", onPointerDown, { capture: true });
    return () => removeEventListener("pointerdown", onPointerDown, { capture: true });
  }, [open]);

  const close = (returnsFocus: boolean) => {
    closeMenu();
    if (returnsFocus) open.returnTo?.focus({ preventScroll: true });
  };
  const choose = (item: Pick<MenuItem, "refusal" | "choose">) => {
    if (item.refusal !== undefined) return;
    // First back, then on: a dialog that opens now returns the focus there when it closes.
    close(true);
    item.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = nextIndex(event.key, at, all);
    event.stopPropagation();
    if (next !== undefined) all[next]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={element}
      // Not "auto": the browser would close it when the finger is lifted whose long press has opened it.
      popover="manual"
      class="menu"
      role="menu"
      aria-label={open.label}
      onKeyDown={onKeyDown}
    >
      {open.quick.length > 0 && (
        <div role="group" class="group quick-items">
          {open.quick.map(({ emoji, choose: run }) => (
            <button
              key={emoji.emoji_code}
              type="button"
              role="menuitem"
              aria-label={t("React with {emoji}", { emoji: emoji.emoji_name.replaceAll("_", " ") })}
              tabIndex={-1}
              onClick={() => choose({ choose: run })}
            >
              <Emoji {...emoji} />
            </button>
          ))}
        </div>
      )}
      {open.groups.map((group, index) => (
        <div key={index} role="group" class="group">
          {group.map((item, place) => (
            <button
              key={place}
              type="button"
              class={item.isDanger === true ? "item danger" : "item"}
              role={item.isChecked === undefined ? "menuitem" : "menuitemradio"}
              aria-checked={item.isChecked}
              aria-disabled={item.refusal !== undefined}
              title={item.refusal}
              tabIndex={-1}
              onClick={() => choose(item)}
              onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
            >
              {item.icon === undefined ? <span class="icon" /> : <Icon name={item.icon} />}
              <span class="name">
                {item.name}
                {item.refusal !== undefined && <span class="hint">{item.refusal}</span>}
              </span>
              {item.isChecked === true && <Icon name="check" />}
              {item.key !== undefined && item.key !== "" && <kbd aria-hidden="true">{item.key}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function nextIndex(key: string, at: number, all: readonly HTMLElement[]): number | undefined {
  const { length } = all;
  switch (key) {
    case "ArrowDown":
      return (at + 1) % length;
    case "ArrowUp":
      return (at + length - 1) % length;
    case "Home":
      return 0;
    case "End":
      return length - 1;
    default: {
      if (key.length !== 1 || key === " ") return undefined;
      const begins = (index: number) =>
        all[index]?.querySelector(".name")?.textContent.toLowerCase().startsWith(key.toLowerCase()) === true;
      const order = all.map((_, step) => (at + 1 + step) % length);
      return order.find(begins);
    }
  }
}
