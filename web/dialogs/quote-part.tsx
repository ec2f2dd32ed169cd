import { useSignal } from "@preact/signals";
import { markdownOf } from "../calls/message-calls.ts";
import { t } from "../language/text.ts";
import { afterFrame } from "../ui/after-frame.ts";
import { Dialog } from "../ui/dialog.tsx";
import type { Dialogs } from "../ui/open.ts";
import { DialogForm } from "./form.tsx";
import { Loaded } from "./loaded.tsx";
import { joined, sentencesOf } from "./sentences.ts";

/** For fingers, which select no text in a message: one taps the sentences that are to be quoted. */
export function QuotePart({ messageId, run }: Dialogs["quote-part"]) {
  return (
    <Dialog title={t("Quote a part")}>
      <Loaded load={() => markdownOf(messageId)}>{(markdown) => <Choice run={run} markdown={markdown} />}</Loaded>
    </Dialog>
  );
}

function Choice({ run, markdown }: Pick<Dialogs["quote-part"], "run"> & { readonly markdown: string }) {
  const chosen = useSignal<ReadonlySet<number>>(new Set());
  const sentences = sentencesOf(markdown);
  const toggle = (index: number) => {
    const next = new Set(chosen.value);
    if (!next.delete(index)) next.add(index);
    chosen.value = next;
  };
  // The box gets no focus before the dialog is gone.
  const quote = async () => void afterFrame(() => run(joined(sentences.filter((_, index) => chosen.value.has(index)))));
  return (
    <DialogForm action={t("Quote")} isReady={chosen.value.size > 0} run={quote}>
      <p class="hint">{t("Tap the sentences to quote.")}</p>
      <ul class="sentences">
        {sentences.map(({ text }, index) => (
          <li key={index}>
            <button
              type="button"
              class="sentence"
              dir="auto"
              aria-pressed={chosen.value.has(index)}
              onClick={() => toggle(index)}
            >
              {text.trim()}
            </button>
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}
