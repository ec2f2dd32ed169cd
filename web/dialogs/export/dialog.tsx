import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { t, tn } from "../../language/text.ts";
import { conversationIn, type Narrow } from "../../narrow/terms.ts";
import { conversationOf } from "../../state/conversation.ts";
import type { Message } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { Dialog, useClose } from "../../ui/dialog.tsx";
import { characterOf } from "../../ui/emoji-character.ts";
import { Icon, type IconName, type IconPath } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { channelName, conversationName } from "../../ui/names.tsx";
import { fullTime } from "../../ui/time.ts";
import { reasonOf } from "../../ui/toast.ts";
import { titleOf } from "../../ui/titles.ts";
import { asHtml, asMarkdown, type Frame } from "./document.ts";
import { downloadText, fileName } from "./download.ts";
import { fetchAll, MAX_COUNT } from "./fetch-all.ts";
import { printMessages } from "./print.tsx";

type Form = "markdown" | "html" | "print";

/** Takes all messages of a conversation along: as a file, or on paper. */
export function ExportDialog({ narrow }: { readonly narrow: Narrow }) {
  const close = useClose();
  const count = useSignal<number | undefined>(undefined);
  const failure = useSignal("");
  const ended = useMemo(() => new AbortController(), []);
  useEffect(() => () => ended.abort(), []);
  const title = titleOf(narrow);
  const run = async (form: Form) => {
    failure.value = "";
    count.value = 0;
    try {
      const messages = await fetchAll(narrow, {
        isHtml: form !== "markdown",
        signal: ended.signal,
        onProgress: (now) => (count.value = now),
      });
      hand(form, messages, frameOf(narrow, title));
      if (messages.length < MAX_COUNT) close();
      else failure.value = t("These are the newest {count} messages. There are more.", { count: MAX_COUNT });
    } catch (error) {
      if (!ended.signal.aborted) failure.value = reasonOf(error);
    } finally {
      count.value = undefined;
    }
  };
  const isBusy = count.value !== undefined;
  const choice = (form: Form, icon: IconName | IconPath, name: string, hint: string) => (
    <button type="button" class="export-choice" disabled={isBusy} onClick={() => void run(form)}>
      <Icon name={icon} />
      <span>
        {name} <span class="hint">{hint}</span>
      </span>
    </button>
  );
  return (
    <Dialog title={t("Export or print: {title}", { title })}>
      <div class="export-choices">
        {choice("markdown", "code", t("Markdown"), t("The text as it was typed, for other programs."))}
        {choice("html", "globe", t("HTML"), t("A page that people can read. Pictures stay on this server."))}
        {choice("print", MORE_ICONS.printer, t("Print"), t("On paper, or as a PDF."))}
      </div>
      <p role="status" class="hint">
        {count.value !== undefined && tn(count.value, "{count} message fetched…", "{count} messages loaded…")}
      </p>
      <p class="failure" role="alert">
        {failure.value}
      </p>
      <div class="buttons">
        <button type="button" class="secondary" onClick={close}>
          {isBusy ? t("Cancel") : t("Close")}
        </button>
      </div>
    </Dialog>
  );
}

function frameOf(narrow: Narrow, title: string): Frame {
  const { ownId } = current.value;
  const isOne = conversationIn(narrow, ownId) !== undefined;
  const placeOf = (message: Message) => {
    const place = conversationOf(message, ownId);
    return place.kind === "topic"
      ? `#${channelName(place.channelId)} › ${conversationName(place)}`
      : conversationName(place);
  };
  return {
    title,
    origin: location.origin,
    language: document.documentElement.lang,
    characterOf,
    timeOf: fullTime,
    ...(!isOne && { placeOf }),
  };
}

function hand(form: Form, messages: readonly Message[], frame: Frame): void {
  if (form === "print") printMessages(messages, frame);
  else if (form === "html") downloadText(`${fileName(frame.title)}.html`, "text/html", asHtml(messages, frame));
  else downloadText(`${fileName(frame.title)}.md`, "text/markdown", asMarkdown(messages, frame));
}
