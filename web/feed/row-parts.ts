import { lazily } from "../ui/lazily.tsx";
import { loadRegistry } from "../ui/open.ts";

/** What some rows show and the feed does not know: the code for it comes with the first one. */

/** What linkifiers find in the topic of a message, and in that which a view shows. */
export const TopicLinks = lazily(() => import("#web/feed/topic-links.tsx").then((part) => part.TopicLinks));
export const LinksOfTopic = lazily(() => import("#web/feed/topic-links.tsx").then((part) => part.LinksOfTopic));
/** What a view says that has no messages. */
export const EmptyFeed = lazily(() => import("#web/feed/empty.tsx").then((part) => part.EmptyFeed));
/** A box with the message's Markdown in the place of its text. */
export const EditBox = lazily(() => loadRegistry().then(({ ROW_PARTS }) => ROW_PARTS.EditBox));
/** What the author of a message that was not sent can do about that. */
export const UnsentActions = lazily(() => loadRegistry().then(({ ROW_PARTS }) => ROW_PARTS.UnsentActions));
/** The actions that are wanted most often. */
export const UsualActions = lazily(() => loadRegistry().then(({ ROW_PARTS }) => ROW_PARTS.UsualActions));
