import type { Registry } from "../../ui/open.ts";
import { showAccountMenu } from "./account-menu.ts";
import { showChannelMenu } from "./channel-menu.ts";
import { showNarrowMenu } from "./conversation-menu.ts";
import { showInsertMenu } from "./insert-menu.ts";
import { showMessageMenu } from "./message-menu.ts";
import { showTopicMenu } from "./topic-menu.ts";
import { showViewMenu } from "./view-menu.ts";

/** The menus by their names in `ui/open.ts`. */
export const MENUS: Registry["MENUS"] = {
  account: showAccountMenu,
  channel: showChannelMenu,
  insert: showInsertMenu,
  message: showMessageMenu,
  narrow: showNarrowMenu,
  topic: showTopicMenu,
  view: showViewMenu,
};
