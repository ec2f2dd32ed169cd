import { draftFor, saveDraft } from "../../compose/drafts.ts";
import { t, tc } from "../../language/text.ts";
import type { Conversation } from "../../state/conversation.ts";
import { writableChannels } from "../../state/permissions.ts";
import { current, people } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { go, hrefTo } from "../../ui/route.ts";
import { Header } from "../../ui/header.tsx";
import type { PageProps } from "../../ui/areas.ts";
import { PickInput } from "../fields/pick-input.tsx";

/** A text that another app shared with Parley: it becomes the beginning of a message in a conversation of choice. */
export function Share({ path }: PageProps) {
  const text = path.join("/");
  return (
    <main class="column page" id="main" tabIndex={-1}>
      <Header>
        <h1>
          <Icon name="link" /> {tc("verb", "Share")}
        </h1>
      </Header>
      <div class="page-content scroll">
        <blockquote class="shown-message" dir="auto">
          {text}
        </blockquote>
        <h2>{t("Where to?")}</h2>
        <PickInput
          label={t("Channel or person")}
          placeholder={t("Channel or person")}
          choices={choices}
          onPick={(key) => void begin(conversationOf(key), text)}
        />
      </div>
    </main>
  );
}

const choices = () => [
  ...writableChannels(current.value).map(({ stream_id, name }) => ({ key: `channel ${stream_id}`, name: `#${name}` })),
  ...[...people.value.active.values()].map(({ user_id, full_name }) => ({
    key: `person ${user_id}`,
    name: full_name,
    userId: user_id,
  })),
];

function conversationOf(key: string): Conversation {
  const [kind, id] = key.split(" ");
  return kind === "channel"
    ? { kind: "topic", channelId: Number(id), topic: "" }
    : { kind: "direct", userIds: [Number(id)].filter((userId) => userId !== current.value.ownId) };
}

/** Opens the conversation with the text in its box, after what was begun there. */
async function begin(conversation: Conversation, text: string): Promise<void> {
  const begun = await draftFor(conversation);
  saveDraft(conversation, begun === "" ? text : `${begun}\n${text}`);
  go(hrefTo(conversation));
}
