import { unicodeEmoji } from "#markup/inline/emoji.ts";
import { EMOJI_PATH } from "#domains/organization/emoji/present.ts";
import { emojiPicture } from "#domains/organization/emoji/picture.ts";
import type { ArchiveFile } from "../archives/archive.ts";
import { readWhole } from "../archives/read-file.ts";
import { emojiFile, type Staging } from "../staging/staging.ts";

export interface StagedEmoji {
  readonly reaction_type: "unicode_emoji" | "realm_emoji";
  readonly emoji_code: string;
  readonly emoji_name: string;
}

export interface NewEmoji {
  readonly id: number;
  readonly name: string;
  readonly deactivated?: boolean;
  readonly authorId?: number | null;
}

const MAX_SIZE = 5 * 1024 ** 2;
const NAME = /^[a-z0-9._-]{0,99}[a-z0-9]$/;

/** Names by which the programs that people come from mean another emoji than clients of this API. */
const NAMES_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["de", "flag_germany"],
  ["dollar", "dollar_bills"],
  ["euro", "euro_banknotes"],
  ["kiss", "lipstick_kiss"],
  ["metal", "rock_on"],
  ["o", "circle"],
]);

/** The emoji of an organization by the names that people type: its own, and those of Unicode. */
export function emojiTable(staging: Staging) {
  const own = new Map<string, StagedEmoji>();
  const active = new Set<string>();
  return {
    find(name: string): StagedEmoji | undefined {
      const custom = own.get(name);
      if (custom !== undefined) return custom;
      const here = NAMES_ELSEWHERE.get(name) ?? name;
      const code = unicodeEmoji(here);
      return code === undefined ? undefined : { reaction_type: "unicode_emoji", emoji_code: code, emoji_name: here };
    },
    /** Another name for an emoji that there is. */
    alias(name: string, of: string): void {
      const found = this.find(of);
      if (found !== undefined && !own.has(name)) own.set(name, found);
    },
    /** Draws the picture of an emoji anew. One that cannot be drawn, or has no usable name, stays out. */
    async add(
      { id, name: given, deactivated = false, authorId = null }: NewEmoji,
      file: ArchiveFile,
    ): Promise<boolean> {
      const name = given.toLowerCase();
      const picture =
        file.size > MAX_SIZE || !NAME.test(name) || (!deactivated && active.has(name))
          ? undefined
          : await emojiPicture(await readWhole(file)).catch(() => undefined);
      if (picture === undefined) {
        staging.leaveOut("emoji whose picture or name cannot be used");
        return false;
      }
      const { image, still } = picture;
      const [source, first] = [
        emojiFile(String(id), still === null ? ".png" : ".gif"),
        emojiFile(String(id), "-still.png"),
      ];
      await staging.file(`emoji/${source}`, [image]);
      if (still !== null) await staging.file(`emoji/${first}`, [still]);
      await staging.row("emoji", {
        id,
        name,
        source_url: `${EMOJI_PATH}/${source}`,
        still_url: still === null ? null : `${EMOJI_PATH}/${first}`,
        deactivated,
        author_id: authorId,
      });
      if (!deactivated) active.add(name);
      own.set(given, { reaction_type: "realm_emoji", emoji_code: String(id), emoji_name: name });
      return true;
    },
  };
}

export type EmojiTable = ReturnType<typeof emojiTable>;
