import { contentTypeOf } from "#domains/files/serving/content-type.ts";
import { isPath, shownName } from "#domains/files/name.ts";
import { wrongRow } from "../staging/read-staging.ts";
import { type CheckContext, existing, type TableCheck } from "./rows-to-store.ts";

/** The part of a path under which the bytes are stored. */
export const fileOf = (path: string): string => path.split("/")[2] as string;

/** What the file is, apart from what its bytes tell when they are stored. */
export function checkUploads({ known }: CheckContext): TableCheck<"uploads"> {
  const files = new Set<string>();
  return (row, location) => {
    existing(location, known.users, row.owner_id, "user");
    if (!isPath(row.path)) throw wrongRow(location, `${JSON.stringify(row.path)} is no path of an upload`);
    const file = fileOf(row.path);
    if (files.has(file)) throw wrongRow(location, `the path ${JSON.stringify(row.path)} is that of another file, too`);
    files.add(file);
    const size = existing(location, known.uploadSizes, row.id, "file uploads/");
    if (size !== row.size)
      throw wrongRow(location, `uploads/${row.id} has ${size} bytes, and ${row.size} are announced`);
    const name = shownName(row.name);
    return {
      upload: [
        {
          id: row.id,
          owner_id: row.owner_id,
          file,
          path: row.path,
          name,
          content_type: contentTypeOf(name, row.content_type),
          size: row.size,
          created_at: row.created_at,
        },
      ],
    };
  };
}
