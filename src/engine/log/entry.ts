import type { Change } from "../model/changes.ts";
import type { Whereabouts } from "../model/access/permissions.ts";

/** An event as the log keeps it: whatever every form of it needs, and its type. */
export interface LoggedEvent {
  readonly type: string;
  readonly op?: string;
  readonly [field: string]: unknown;
}

/**
 * Whom an event is for. It says so in words of the organization, not as a list of receivers, so that an entry costs
 * the same in a channel of ten or ten thousand.
 */
export type Audience =
  | { readonly to: "everyone"; readonly except?: readonly number[] }
  | { readonly to: "members" } // everyone but guests
  | { readonly to: "users"; readonly ids: readonly number[] }
  /**
   * Those who were subscribed when the message was sent, queues of all public channels, and the named ones who may read
   * the channel.
   */
  | {
      readonly to: "receivers";
      readonly channel: number;
      readonly message: number;
      readonly also?: readonly number[] | undefined;
    }
  /** Those who have at least one of the messages of a channel now, and the named ones who may read the channel. */
  | {
      readonly to: "holders";
      readonly channel: number;
      readonly messages: readonly Pick<Whereabouts, "id" | "moves">[];
      readonly also?: readonly number[];
    }
  /** Of those who had messages before they went to another channel, or find them there: who may read them, or who not. */
  | {
      readonly to: "across";
      readonly from: number;
      readonly into: number;
      /** The message ID of that moment. */
      readonly at: number;
      /** As they were before. */
      readonly messages: readonly Pick<Whereabouts, "id" | "moves">[];
      /** Those who had them without having received them. */
      readonly also: readonly number[];
      readonly side: "keepers" | "losers";
    }
  /** Those who are subscribed now. */
  | { readonly to: "subscribers"; readonly channel: number }
  /** Those who may know who the user is. */
  | { readonly to: "acquaintances"; readonly user: number; readonly except?: readonly number[] }
  /** Those who may hold the bot's key, or of them the named ones. */
  | { readonly to: "managers"; readonly bot: number; readonly only?: readonly number[] }
  /** Those who may know of the channel. */
  | { readonly to: "knowers"; readonly channel: number; readonly except?: readonly number[] };

export const onlyTo = ({ id }: { readonly id: number }): Audience => ({ to: "users", ids: [id] });

export interface LogEntry {
  readonly position: number;
  readonly change?: Change;
  readonly event?: LoggedEvent;
  readonly audience?: Audience;
}

/** What is told to those who wait at this moment and then forgotten: nothing of it is in the log. */
export interface EphemeralEvent {
  readonly event: LoggedEvent;
  readonly audience: Audience;
}

/** The entry that stands for an ephemeral event under an ID that is not in the log. */
export const ephemeralEntry = ({ event, audience }: EphemeralEvent, eventId: number): LogEntry => ({
  position: eventId / ROOM,
  event,
  audience,
});

/**
 * Event IDs: the position of the log, with room behind each for what is not in the log (heartbeats, typing,
 * presence). They rise, which is all that clients need.
 */
export const ROOM = 1024;
export const eventIdAt = (position: number): number => position * ROOM;
export const positionOf = (eventId: number): number => Math.floor(eventId / ROOM);

/** The text of a message as it is now. */
export interface MessageText {
  readonly content: string;
  readonly renderedContent: string;
}
