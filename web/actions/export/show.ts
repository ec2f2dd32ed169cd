import { createElement } from "preact";
import type { Narrow } from "../../narrow/terms.ts";
import { openDialog } from "../../ui/dialog.tsx";
import { ExportDialog } from "./dialog.tsx";

export const showExport = (narrow: Narrow): void => openDialog(() => createElement(ExportDialog, { narrow }));
