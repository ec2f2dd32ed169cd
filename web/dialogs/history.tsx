import { Content } from "../feed/content.tsx";
import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import type { Message } from "../state/registered.ts";
import { Dialog } from "../ui/dialog.tsx";
import { channelName, nameOf, topicName } from "../ui/names.tsx";
import { shortMoment } from "../ui/short-time.ts";
import { Loaded } from "./loaded.tsx";

const load = async (message: Message) => {
  const { message_history: entries } = await call("GET /messages/{message_id}/history", {
    message_id: message.id,
    allow_empty_topic_name: true,
  });
  return entries.toReversed();
};

/** What a message said before, the latest change first, with what went and what came. */
export function History({ message }: { message: Message }) {
  return (
    <Dialog title={t("Edit history")} class="wide">
      <Loaded load={() => load(message)}>
        {(entries) => (
          <ol class="history" tabIndex={0} aria-label={t("Changes")}>
            {entries.map((entry, index) => (
              <li key={index}>
                <p class="hint">
                  {sentenceFor(entry, index === entries.length - 1)} · {shortMoment(entry.timestamp)}
                </p>
                {entry.prev_stream !== undefined && (
                  <p>
                    <del>{channelName(entry.prev_stream)}</del> <span class="directed">→</span>{" "}
                    <ins>{channelName(entry.stream ?? -1)}</ins>
                  </p>
                )}
                {entry.prev_topic !== undefined && (
                  <p>
                    <del>{topicName(entry.prev_topic)}</del> <span class="directed">→</span>{" "}
                    <ins>{topicName(entry.topic ?? "")}</ins>
                  </p>
                )}
                <Content html={entry.content_html_diff ?? entry.rendered_content} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}

type Entry = Awaited<ReturnType<typeof load>>[number];

function sentenceFor({ user_id, prev_content, prev_topic, prev_stream }: Entry, isFirst: boolean): string {
  const by = { name: nameOf(user_id ?? -1) };
  if (isFirst) return t("Written by {name}", by);
  if (prev_content !== undefined) return t("Edited by {name}", by);
  return prev_topic !== undefined || prev_stream !== undefined ? t("Moved by {name}", by) : t("Changed by {name}", by);
}
