import { signal, useComputed } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { openMessageMenu, withActions } from "../actions/open.ts";
import { t } from "../language/text.ts";
import type { Message } from "../state/registered.ts";
import { isPainted } from "../ui/after-frame.ts";
import { activeId } from "./selection.ts";

const Usual = signal<FunctionComponent<{ message: Message; tabIndex: 0 | -1 }> | undefined>(undefined);

/**
 * The actions of a message: of the one under the pointer or around the focus the usual ones, of every other one the
 * button for all of them, which fingers and screen readers find.
 */
export function ActionBar({ message, isSelected }: { message: Message; isSelected: boolean }) {
  return isPainted.value ? <Actions message={message} isSelected={isSelected} /> : null;
}

function Actions({ message, isSelected }: { message: Message; isSelected: boolean }) {
  const { id } = message;
  const isUnderPointer = useComputed(() => activeId.value === id);
  const isActive = isUnderPointer.value || isSelected;
  const tabIndex = isSelected ? 0 : -1;
  useEffect(() => {
    if (isActive && Usual.value === undefined) withActions(({ UsualActions }) => (Usual.value = UsualActions));
  }, [isActive]);
  const Loaded = isActive ? Usual.value : undefined;
  return (
    <>
      {Loaded !== undefined && <Loaded key="usual" message={message} tabIndex={tabIndex} />}
      <button
        key="more"
        type="button"
        class="more-actions"
        aria-label={t("All actions")}
        aria-haspopup="menu"
        title={t("All actions (I)")}
        tabIndex={tabIndex}
        onClick={(event) => openMessageMenu(id, event.currentTarget)}
      />
    </>
  );
}
