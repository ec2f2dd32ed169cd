import type { FunctionComponent } from "preact";
import { createElement } from "preact";
import type { Outgoing } from "../link/protocol.ts";
import type { Narrow } from "../narrow/terms.ts";
import type { TopicPlace } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { showDialog } from "./show-dialog.ts";
import type { OpenMenu } from "./menu.ts";
import { withPart } from "./parts.tsx";

/**
 * Dialogs and menus are opened by name, so that what opens them does not import them: a menu opens a dialog, a row of the
 * feed opens a menu, and the code of both comes after the first paint. `dialogs/registry.ts`, `actions/menus/registry.ts`
 * and `actions/rows/registry.ts` say what has which name, and `main.tsx` where these are loaded from.
 */
export interface Registry {
  readonly DIALOGS: { readonly [Name in keyof Dialogs]: FunctionComponent<Dialogs[Name]> };
  readonly MENUS: { readonly [Name in keyof Menus]: (about: Menus[Name], at: OpenMenu["at"]) => void };
  readonly ROW_PARTS: RowParts;
}

/** The dialogs, and what each has to be told. */
export interface Dialogs {
  readonly "channel-color": { readonly channelId: number };
  readonly confirm: ConfirmProps;
  readonly export: { readonly narrow: Narrow };
  readonly "group-card": CardPlace & { readonly groupId: number };
  readonly "insert-time": { readonly field: HTMLTextAreaElement };
  readonly keys: object;
  readonly "message-history": AboutMessage;
  readonly "message-info": AboutMessage;
  readonly "move-messages": MoveProps;
  readonly "new-widget": { readonly kind: "poll" | "todo"; readonly field: HTMLTextAreaElement };
  readonly "own-status": object;
  readonly "person-card": CardPlace & { readonly userId: number };
  readonly profile: { readonly userId: number };
  readonly "quote-part": { readonly messageId: number; readonly run: (part: string) => void };
  readonly "read-receipts": AboutMessage;
  readonly reminder: AboutMessage;
  readonly report: AboutMessage;
  /** `run` gets the time in UNIX seconds. */
  readonly "send-later": { readonly run: (time: number) => Promise<unknown> };
  readonly "view-name": ViewNameProps;
}

/** The menus, and what each is about. */
export interface Menus {
  readonly account: object;
  readonly channel: { readonly channelId: number };
  readonly insert: { readonly field: HTMLTextAreaElement };
  readonly message: { readonly messageId: number };
  readonly narrow: { readonly narrow: Narrow };
  readonly topic: TopicPlace;
  readonly view: { readonly fragment: string };
}

/** What is shown in some rows of the feed. */
export interface RowParts {
  readonly EditBox: FunctionComponent<AboutMessage>;
  readonly UnsentActions: FunctionComponent<{ readonly outgoing: Outgoing }>;
  readonly UsualActions: FunctionComponent<AboutMessage & { readonly tabIndex: 0 | -1 }>;
}

interface AboutMessage {
  readonly message: Message;
}

interface CardPlace {
  /** What was clicked: the card is beside it. */
  readonly at: HTMLElement;
}

export interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  /** What it is about, to look at once more. */
  readonly message?: Message;
  readonly action: string;
  readonly run: () => Promise<unknown>;
}

export interface MoveProps {
  readonly place: TopicPlace;
  readonly messageId: number;
  /** When that message was sent, UNIX seconds. */
  readonly sentAt: number;
  /** Whether it begins as a change of the whole topic. */
  readonly isWholeTopic: boolean;
}

export interface ViewNameProps {
  /** The address of the view after `#`. */
  readonly fragment: string;
  readonly name: string;
}

/** Loads what is registered by name, which is not there before the first paint. */
export let loadRegistry: () => Promise<Registry>;

export function setRegistry(loader: () => Promise<Registry>): void {
  loadRegistry = loader;
}

export const openDialog = <Name extends keyof Dialogs>(name: Name, props: Dialogs[Name]): void =>
  withPart(loadRegistry(), ({ DIALOGS }) => showDialog(() => createElement(DIALOGS[name], props)));

export const openMenu = <Name extends keyof Menus>(name: Name, about: Menus[Name], at: OpenMenu["at"]): void =>
  withPart(loadRegistry(), ({ MENUS }) => MENUS[name](about, at));
