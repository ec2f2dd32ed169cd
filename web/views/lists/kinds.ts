import { t, tc } from "../../language/text.ts";
import { current } from "../../store.ts";
import { channelName, conversationName } from "../../ui/names.tsx";
import type { FilterContext, Kind } from "./conversation-filter.ts";
import type { FilterChoice } from "./filter-bar.tsx";
import { participated } from "./newest.ts";

const names = (): Readonly<Record<Kind, string>> => ({
  direct: t("Direct messages"),
  topics: t("Channels"),
  unread: t("Unread"),
  mentions: t("Mentions"),
  followed: tc("topic", "Followed"),
  participated: t("Participated"),
});

export const kindChoices = (
  offered: readonly Kind[],
  chosen: readonly Kind[],
  toggle: (kind: Kind) => void,
): readonly FilterChoice[] =>
  offered.map((kind) => ({
    key: kind,
    name: names()[kind],
    isOn: chosen.includes(kind),
    toggle: () => toggle(kind),
  }));

export const filterContext = (): FilterContext => ({
  userTopics: current.value.userTopics,
  participated: participated(),
  wordsOf: (conversation) =>
    conversation.kind === "topic"
      ? `${channelName(conversation.channelId)} ${conversationName(conversation)}`
      : conversationName(conversation),
});
