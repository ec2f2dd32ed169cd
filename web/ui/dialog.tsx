import { type ComponentChildren, createContext } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { PickerHost } from "./emoji-picker/picker.tsx";
import { Icon } from "./icon.tsx";
import { place } from "./place.ts";
import { openDialogs } from "./show-dialog.ts";
import { t } from "../language/text.ts";
import { Toasts } from "./toasts.tsx";

const Close = createContext(() => {});

/** Closes the dialog that the component is in. It may have been closed before, and another one may be open by then. */
export const useClose = (): (() => void) => useContext(Close);

export function DialogHost() {
  return (
    <>
      {openDialogs.value.length === 0 && <InFront />}
      {openDialogs.value.map(({ id, Content, close }) => (
        <Close.Provider key={id} value={close}>
          <Content />
        </Close.Provider>
      ))}
    </>
  );
}

/** Is in the topmost dialog where there is one: what is outside a modal dialog cannot be used. */
const InFront = () => (
  <>
    <PickerHost />
    <Toasts />
  </>
);

interface DialogProps {
  readonly title: string;
  readonly class?: string;
  /** What the dialog is a card of, and beside; others are in the middle of the screen. */
  readonly at?: HTMLElement;
  readonly children: ComponentChildren;
}

/** A dialog with a title and a button that closes it. The browser keeps the focus inside and brings it back after. */
export function Dialog({ title, class: className = "", at, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const close = useClose();
  useLayoutEffect(() => {
    const dialog = element.current as HTMLDialogElement;
    const before = document.activeElement;
    dialog.showModal();
    const stopPlacing = at === undefined ? undefined : keepBeside(dialog, at);
    // What one came for: a field to type in, else the button that changes nothing.
    dialog.querySelector<HTMLElement>("input[type=text]:enabled, .buttons > *")?.focus();
    return () => {
      stopPlacing?.();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${at === undefined ? "" : "card"} ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.target === element.current && close()}
    >
      <div class="dialog-body">
        <header>
          <h2>{title}</h2>
          <button type="button" class="icon-button" aria-label={t("Close")} onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
      {openDialogs.value.at(-1)?.close === close && <InFront />}
    </dialog>
  );
}

/** Keeps a dialog beside something, also when more comes into it, until the returned function is called. */
function keepBeside(dialog: HTMLElement, at: HTMLElement): () => void {
  // The list of messages may draw its rows anew.
  const around = at.getBoundingClientRect();
  const beside = { getBoundingClientRect: () => around };
  place(dialog, beside);
  const observer = new ResizeObserver(() => place(dialog, beside));
  observer.observe(dialog);
  return () => observer.disconnect();
}
