import type { Registry } from "../ui/open.ts";
import { GroupCard } from "./cards/group-card.tsx";
import { PersonCard } from "./cards/person-card.tsx";
import { ChannelColor } from "./color.tsx";
import { Confirm } from "./confirm.tsx";
import { ExportDialog } from "./export/dialog.tsx";
import { History } from "./history.tsx";
import { Info } from "./info.tsx";
import { InsertTime } from "./insert-time.tsx";
import { KeysHelp } from "./keys-help.tsx";
import { Move } from "./move.tsx";
import { NewWidget } from "./new-widget.tsx";
import { Profile } from "./profile.tsx";
import { QuotePart } from "./quote-part.tsx";
import { Receipts } from "./receipts.tsx";
import { RemindMe } from "./reminder.tsx";
import { Report } from "./report.tsx";
import { SendLater } from "./schedule.tsx";
import { OwnStatus } from "./status.tsx";
import { ViewName } from "./view-name.tsx";

/** The dialogs by their names in `ui/open.ts`. */
export const DIALOGS: Registry["DIALOGS"] = {
  "channel-color": ChannelColor,
  confirm: Confirm,
  export: ExportDialog,
  "group-card": GroupCard,
  "insert-time": InsertTime,
  keys: KeysHelp,
  "message-history": History,
  "message-info": Info,
  "move-messages": Move,
  "new-widget": NewWidget,
  "own-status": OwnStatus,
  "person-card": PersonCard,
  profile: Profile,
  "quote-part": QuotePart,
  "read-receipts": Receipts,
  reminder: RemindMe,
  report: Report,
  "send-later": SendLater,
  "view-name": ViewName,
};
