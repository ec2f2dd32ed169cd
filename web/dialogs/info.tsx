import type { ComponentChildren } from "preact";
import { linkTo } from "../calls/message-calls.ts";
import { placeName } from "../calls/topic-calls.ts";
import { t, tc } from "../language/text.ts";
import { conversationOf } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { current } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Emoji } from "../ui/emoji.tsx";
import { conversationName, nameOf } from "../ui/names.tsx";
import { fullTime } from "../ui/time.ts";

/** Everything that is known of a message besides its text. */
export function Info({ message }: { message: Message }) {
  const place = conversationOf(message, current.value.ownId);
  const { last_edit_timestamp: edited, last_moved_timestamp: moved } = message;
  const groups = Map.groupBy(message.reactions, ({ reaction_type, emoji_code }) => `${reaction_type}/${emoji_code}`);
  return (
    <Dialog title={t("Message info")}>
      <dl class="facts">
        <Fact name={tc("sender", "From")}>{message.sender_full_name}</Fact>
        <Fact name={tc("place of a message", "In")}>
          {place.kind === "topic" ? placeName(place) : conversationName(place)}
        </Fact>
        <Fact name={t("Sent")}>{fullTime(message.timestamp)}</Fact>
        {edited !== undefined && <Fact name={t("Edited")}>{fullTime(edited)}</Fact>}
        {moved !== undefined && <Fact name={t("Moved")}>{fullTime(moved)}</Fact>}
        <Fact name={t("Sent with")}>{message.client}</Fact>
        <Fact name={tc("ID", "Number")}>{message.id}</Fact>
        <Fact name={t("Link")}>
          <a class="link" href={linkTo(message)}>
            {linkTo(message)}
          </a>
        </Fact>
      </dl>
      {groups.size > 0 && (
        <>
          <h3>{t("Reactions")}</h3>
          <dl class="facts">
            {[...groups].map(([key, reactions]) => (
              <Fact
                key={key}
                name={
                  <>
                    <Emoji {...(reactions[0] as Message["reactions"][number])} />{" "}
                    <span class="visually-hidden">{reactions[0]?.emoji_name.replaceAll("_", " ")}</span>
                  </>
                }
              >
                {reactions.map(({ user_id: id }) => (id === current.value.ownId ? t("You") : nameOf(id))).join(", ")}
              </Fact>
            ))}
          </dl>
        </>
      )}
    </Dialog>
  );
}

export function Fact({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
