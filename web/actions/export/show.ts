import { createElement } from "preact";
import type { Narrow } from "../../narrow/terms.ts";
import { openDialog } from "../../ui/dialog.tsx";
import { attempt } from "../../ui/toast.ts";

export function showExport(narrow: Narrow): void {
  void attempt(() =>
    openDialog(async () => {
      const { ExportDialog } = await import("./dialog.tsx");
      return () => createElement(ExportDialog, { narrow });
    }),
  );
}
