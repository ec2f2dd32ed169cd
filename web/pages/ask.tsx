import type { FunctionComponent } from "preact";
import { Confirm } from "../dialogs/confirm.tsx";
import { openDialog } from "../ui/dialog.tsx";

/** Opens a dialog whose code is there already. */
export const openNow = (Content: FunctionComponent): void => void openDialog(() => Promise.resolve(Content));

type Question = Omit<Parameters<typeof Confirm>[0], "message">;

/** Asks before something that cannot be undone. */
export const ask = (question: Question): void => openNow(() => <Confirm {...question} />);
