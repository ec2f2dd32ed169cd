/** Everything that acts on messages, topics and channels, in one part of the bundle that comes after the first paint. */
export { EditBox } from "../feed/edit-box.tsx";
export { UnsentActions } from "../feed/unsent.tsx";
export { UsualActions } from "../feed/usual-actions.tsx";
export { showProfile, showSchedule } from "../dialogs/open.ts";
export { showAccountMenu } from "./account-menu.ts";
export { showChannelMenu } from "./channel-menu.ts";
export { showNarrowMenu } from "./conversation-menu.ts";
export { showInsertMenu } from "./insert-menu.ts";
export { showMessageMenu } from "./message-menu.ts";
export { startOverlays } from "./overlays.tsx";
export { pickReaction } from "./react.ts";
export { markAllRead } from "./topic-calls.ts";
export { showTopicMenu } from "./topic-menu.ts";
export { showViewMenu } from "./view-menu.ts";
