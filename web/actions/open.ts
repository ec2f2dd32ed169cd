import type { Narrow } from "../narrow/terms.ts";
import type { OpenMenu } from "../ui/menu.ts";
import { withPart } from "../ui/parts.tsx";
import type * as actions from "./lazy.ts";
import type { TopicPlace } from "./topic-calls.ts";

type Actions = typeof actions;
type At = OpenMenu["at"];

/** Uses what is loaded after the first paint. */
export function withActions(use: (actions: Actions) => unknown): void {
  withPart(import("#web/actions/lazy.ts"), use);
}

export const openAccountMenu = (at: At): void => withActions(({ showAccountMenu }) => showAccountMenu(at));
export const openMessageMenu = (messageId: number, at: At): void =>
  withActions(({ showMessageMenu }) => showMessageMenu(messageId, at));
export const openTopicMenu = (place: TopicPlace, at: At): void =>
  withActions(({ showTopicMenu }) => showTopicMenu(place, at));
export const openChannelMenu = (channelId: number, at: At): void =>
  withActions(({ showChannelMenu }) => showChannelMenu(channelId, at));
export const openViewMenu = (fragment: string, at: At): void =>
  withActions(({ showViewMenu }) => showViewMenu(fragment, at));
export const openNarrowMenu = (narrow: Narrow, at: At): void =>
  withActions(({ showNarrowMenu }) => showNarrowMenu(narrow, at));
export const openInsertMenu = (field: HTMLTextAreaElement, at: At): void =>
  withActions(({ showInsertMenu }) => showInsertMenu(field, at));
export const openReactionPicker = (messageId: number, at: HTMLElement): void =>
  withActions(({ pickReaction }) => pickReaction(messageId, at));
export const openProfile = (userId: number): void => withActions(({ showProfile }) => showProfile(userId));
