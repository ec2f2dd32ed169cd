import { channelSource } from "#markup/compose.ts";
import { payloadOf } from "#domains/integrations/incoming/payload.ts";
import { attachmentTexts } from "#domains/integrations/incoming/slack/content.ts";
import { type Json, objectAt, textAt } from "../common/json.ts";
import type { MattermostConversations } from "./conversations.ts";
import type { MattermostPeople } from "./people.ts";

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]+`)/;
const MENTION = /(?<![\w@./])@([a-z][a-z0-9._-]{0,63})/gi;
const CHANNEL = /(?<![\w~/])~([a-z0-9][a-z0-9_-]{0,63})/gi;
const WILDCARDS: Readonly<Record<string, string>> = { all: "all", channel: "channel", here: "channel" };

/** Texts of Mattermost, which are Markdown but for names of people and channels. */
export function mattermostTexts(people: MattermostPeople, conversations: MattermostConversations) {
  const mentioned = (whole: string, name: string): string => {
    const wildcard = WILDCARDS[name.toLowerCase()];
    if (wildcard !== undefined) return `@**${wildcard}**`;
    // A name may be followed by a full stop.
    const [, stem = name, end = ""] = /^(.*?)([._-]*)$/.exec(name) ?? [];
    const person = people.known(name);
    if (person !== undefined) return people.mention(person);
    const other = people.known(stem);
    return other === undefined ? whole : people.mention(other) + end;
  };
  const converted = (text: string, team: string): string =>
    text
      .split(CODE)
      .map((part, index) =>
        index % 2 === 1
          ? part
          : part.replace(MENTION, mentioned).replace(CHANNEL, (whole, name: string) => {
              const channel = conversations.named(team, name);
              return channel === undefined ? whole : channelSource(channel);
            }),
      )
      .join("");
  return {
    /** What a post says, with the attachments of integrations. */
    of: (post: Json, team: string): string[] =>
      [converted(textAt(post, "message").trim(), team), ...attachmentTexts(payloadOf(objectAt(post, "props")))].filter(
        (text) => text !== "",
      ),
  };
}
