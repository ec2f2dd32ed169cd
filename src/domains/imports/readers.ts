import { parleyReader } from "./archives/parley.ts";
import { BadArchive } from "./bad-archive.ts";
import { mattermostReader } from "./mattermost/reader.ts";
import type { ArchiveReader } from "./reader.ts";
import { slackReader } from "./slack/reader.ts";
import { zulipReader } from "./zulip/reader.ts";

/** All kinds of archives that can be imported. */
export const READERS: readonly ArchiveReader[] = [parleyReader, slackReader, mattermostReader, zulipReader];

/** The reader for a file: the one that is asked for, or the one that recognizes the content. */
export async function readerOf(file: string, format: string | undefined): Promise<ArchiveReader> {
  const wanted = format === undefined ? READERS : READERS.filter((reader) => reader.format === format);
  for (const reader of wanted) if (await reader.recognizes(file)) return reader;
  const [only, ...others] = wanted;
  throw new BadArchive(
    only !== undefined && others.length === 0
      ? `The file is not ${only.about}.`
      : `The file is none of these: ${wanted.map(({ about }) => about).join(", ")}.`,
  );
}
