/** All dialogs, in one part of the bundle. */
export { ChannelColor } from "./color.tsx";
export { Confirm } from "./confirm.tsx";
export { History } from "./history.tsx";
export { Info } from "./info.tsx";
export { KeysHelp } from "./keys-help.tsx";
export { Move } from "./move.tsx";
export { Profile } from "./profile.tsx";
export { Receipts } from "./receipts.tsx";
export { RemindMe } from "./reminder.tsx";
export { SendLater } from "./schedule.tsx";
export { Report } from "./report.tsx";
export { OwnStatus } from "./status.tsx";
export { ViewName } from "./view-name.tsx";
