import type { RowParts } from "../../ui/open.ts";
import { EditBox } from "./edit-box.tsx";
import { UnsentActions } from "./unsent-actions.tsx";
import { UsualActions } from "./usual-actions.tsx";

/** What the rows of the feed show and the feed does not know, by the names in `ui/open.ts`. */
export const ROW_PARTS: RowParts = { EditBox, UnsentActions, UsualActions };
