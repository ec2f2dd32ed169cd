import { signal } from "@preact/signals";
import { useLayoutEffect, useState } from "preact/hooks";
import { t } from "../language/text.ts";
import { Content } from "./content.tsx";

/** Messages that the reader has unfolded. They stay so while their rows come and go. */
const unfolded = signal<ReadonlySet<number>>(new Set());

const MAX_LINES = 18;
const MAX_CHARACTERS = 1000;

/** Whether a message may be higher than its folded form. Only such are measured. */
export const mayBeLong = (html: string): boolean =>
  html.length > MAX_CHARACTERS || (html.match(/<(?:br|p|li|tr)\b|\n/g)?.length ?? 0) > MAX_LINES;

/** What is hidden has to be worth the button. */
const WORTH = 1.2;

/** A message of which the first lines are shown until the reader wants the rest. */
export function LongContent({ messageId, html }: { readonly messageId: number; readonly html: string }) {
  const id = `text-${messageId}`;
  const [isLong, setIsLong] = useState(true);
  const isOpen = unfolded.value.has(messageId);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = document.getElementById(id) ?? {};
    if (!isOpen) setIsLong(scrollHeight > clientHeight * WORTH);
  }, [html]);
  const toggle = () => {
    const next = new Set(unfolded.peek());
    if (!next.delete(messageId)) next.add(messageId);
    unfolded.value = next;
  };
  return (
    <>
      <Content id={id} html={html} class={isLong && !isOpen ? "folded" : ""} />
      {isLong && (
        <button type="button" class="link unfold" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {isOpen ? t("Show less") : t("Show more")}
        </button>
      )}
    </>
  );
}
