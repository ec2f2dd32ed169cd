import type { Archive, ArchiveFile } from "../archives/archive.ts";
import type { NewIds } from "../common/ids.ts";
import { type Json, objectsAt, textAt, valueAt } from "../common/json.ts";
import { stageUpload } from "../common/uploads.ts";
import { linkTo } from "#domains/integrations/incoming/text.ts";
import type { Staging } from "../staging/staging.ts";

/**
 * Slack's own exports have only the addresses of files, which cannot be opened without an account there. Some exporters
 * put the files themselves into the archive, as `__uploads/ID/NAME` or `CHANNEL/attachments/ID-NAME`.
 */
export function slackFiles(staging: Staging, ids: NewIds, archive: Archive) {
  const included = new Map<string, ArchiveFile>();
  for (const [name, file] of archive.files) {
    const id = /^__uploads\/([^/]+)\/[^/]+$/.exec(name)?.[1] ?? /\/attachments\/(F[A-Z0-9]+)-[^/]+$/.exec(name)?.[1];
    if (id !== undefined) included.set(id, file);
  }
  const staged = new Map<string, string>();

  const uploaded = async (id: string, name: string, by: Uploader): Promise<string | undefined> => {
    const file = included.get(id);
    if (file === undefined || staged.has(id)) return staged.get(id);
    const path = await stageUpload(staging, { id: ids.next(), seed: id, name, file, ...by });
    staged.set(id, path);
    return path;
  };

  return {
    /** The files of a message as links, one a line. */
    async links(message: Json, by: Uploader): Promise<string[]> {
      const links: string[] = [];
      const files = [...objectsAt(message, "files"), ...objectsAt({ file: [valueAt(message, "file")] }, "file")];
      for (const listed of files.filter((file) => textAt(file, "id") !== "")) {
        if (textAt(listed, "mode") === "tombstone" || textAt(listed, "mode") === "hidden_by_limit") {
          staging.leaveOut("files that were deleted in Slack");
          continue;
        }
        const name = textAt(listed, "name") || textAt(listed, "title") || "file";
        const path = await uploaded(textAt(listed, "id"), name, by);
        if (path !== undefined) links.push(linkTo(name, "") === "" ? path : `[${linkTo(name, "")}](${path})`);
        else {
          staging.leaveOut("files that the export does not contain, kept as links to Slack");
          links.push(linkTo(name, textAt(listed, "url_private") || textAt(listed, "permalink")));
        }
      }
      return links.filter((text) => text !== "");
    },
  };
}

export type SlackFiles = ReturnType<typeof slackFiles>;

export interface Uploader {
  readonly ownerId: number;
  readonly at: string;
}
