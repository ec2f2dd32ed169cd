import { channelRows } from "./channel-rows.ts";
import { entryRows } from "./entry-rows.ts";
import { messageRows } from "./message-rows.ts";
import { organizationRows } from "./organization-rows.ts";
import { lastRows, peopleRows } from "./people-rows.ts";
import { personalRows } from "./personal-rows.ts";
import { timedRows } from "./timed-rows.ts";
import type { Rows } from "./row.ts";

/** Every operation, in the order in which they are tried. A new one is a row in one of these lists. */
export const table: Rows = {
  ...peopleRows,
  ...entryRows,
  ...organizationRows,
  ...channelRows,
  ...messageRows,
  ...personalRows,
  ...timedRows,
  ...lastRows,
};
