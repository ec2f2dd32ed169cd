import type { ComponentChildren, FunctionComponent } from "preact";
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { PickerHost } from "./emoji-picker/picker.tsx";
import { Icon } from "./icon.tsx";
import { t } from "../language/text.ts";

/** What is open, the topmost last: a dialog can ask something by another one. */
const open = signal<readonly { readonly id: number; readonly Content: FunctionComponent }[]>([]);
let newest = 0;

export function openDialog(Content: FunctionComponent): void {
  newest += 1;
  open.value = [...open.value, { id: newest, Content }];
}

export function closeDialog(): void {
  open.value = open.value.slice(0, -1);
}

export function DialogHost() {
  return (
    <>
      {open.value.length === 0 && <PickerHost />}
      {open.value.map(({ id, Content }) => (
        <Content key={id} />
      ))}
    </>
  );
}

interface DialogProps {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A dialog with a title and a button that closes it. The browser keeps the focus inside and brings it back after. */
export function Dialog({ title, class: className = "", children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current as HTMLDialogElement;
    const before = document.activeElement;
    dialog.showModal();
    // What one came for: a field to type in, else the button that changes nothing.
    dialog.querySelector<HTMLElement>("input[type=text]:enabled, .buttons > *")?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.target === element.current && closeDialog()}
    >
      <div class="dialog-body">
        <header>
          <h2>{title}</h2>
          <button type="button" class="icon-button" aria-label={t("Close")} onClick={closeDialog}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
      {/* What is outside a modal dialog cannot be used: here the picker can. */}
      <PickerHost />
    </dialog>
  );
}
