import type { MessageIds } from "./message-ids.ts";

/** A link to a message of the organization itself: one of another server has the server's name before it. */
const MESSAGE_LINK = /(?<![\w./-])(\/?#narrow\/[^\s)"'<>]*?)\/(near|with)\/(\d{1,16})/g;
/** The same in the form `#**channel>topic@123**`. */
const MESSAGE_NAME = /(#\*\*[^*\n]+)@(\d{1,16})\*\*/g;
const UPLOAD = /(\/user_uploads\/(?:thumbnail\/|download\/)?)(\d+\/[^\s)"'<>?#]+)/g;

/** The text of a message with the new IDs of messages and paths of files. Messages that are not there lose their number. */
export function renumbered(content: string, ids: MessageIds, paths: ReadonlyMap<string, string>): string {
  if (!content.includes("#") && !content.includes("/user_uploads/")) return content;
  return content
    .replace(MESSAGE_LINK, (_whole, place: string, word: string, id: string) => {
      const found = ids.of(Number(id));
      return found === undefined ? place : `${place}/${word}/${found}`;
    })
    .replace(MESSAGE_NAME, (_whole, place: string, id: string) => {
      const found = ids.of(Number(id));
      return found === undefined ? `${place}**` : `${place}@${found}**`;
    })
    .replace(UPLOAD, (_whole, start: string, path: string) => start + (paths.get(path) ?? path));
}
