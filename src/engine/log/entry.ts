import type { Change } from "#engine/model/changes.ts";
import type { Whereabouts } from "#engine/model/access/permissions.ts";

/** An event as the log keeps it: its type, and the fields that its forms are made from. */
export interface LoggedEvent {
  readonly type: string;
  readonly op?: string;
  readonly [field: string]: unknown;
}

/**
 * Whom an event is for. An audience is described in terms of the organization, not as a list of receivers, so that an
 * entry costs the same in a channel of ten or ten thousand.
 */
export type Audience =
  | { readonly to: "everyone"; readonly except?: readonly number[] }
  | { readonly to: "members" } // everyone but guests
  | { readonly to: "users"; readonly ids: readonly number[] }
  /**
   * Users who were subscribed when the message was sent, queues of all public channels, and those of `also` who may
   * read the channel.
   */
  | {
      readonly to: "receivers";
      readonly channel: number;
      readonly message: number;
      readonly also?: readonly number[] | undefined;
    }
  /** Users who have at least one of the messages of a channel now, and those of `also` who may read the channel. */
  | {
      readonly to: "holders";
      readonly channel: number;
      readonly messages: readonly Pick<Whereabouts, "id" | "moves">[];
      readonly also?: readonly number[];
    }
  /**
   * Of the users who had messages before a move to another channel, or find them there: those who may read them, or
   * those who may not.
   */
  | {
      readonly to: "across";
      readonly from: number;
      readonly into: number;
      /** The newest message ID at that moment. */
      readonly at: number;
      /** The messages as they were before. */
      readonly messages: readonly Pick<Whereabouts, "id" | "moves">[];
      /** Users who had the messages without having received them. */
      readonly also: readonly number[];
      readonly side: "keepers" | "losers";
    }
  /** Users who are subscribed now. */
  | { readonly to: "subscribers"; readonly channel: number }
  /** Users who may know who the user is. */
  | { readonly to: "viewers"; readonly user: number; readonly except?: readonly number[] }
  /** Users who may hold the bot's key; with `only`, those of them who are named. */
  | { readonly to: "managers"; readonly bot: number; readonly only?: readonly number[] }
  /** Users who may know of the channel. */
  | { readonly to: "knowers"; readonly channel: number; readonly except?: readonly number[] };

export const onlyTo = ({ id }: { readonly id: number }): Audience => ({ to: "users", ids: [id] });

export interface LogEntry {
  readonly position: number;
  readonly change?: Change;
  readonly event?: LoggedEvent;
  readonly audience?: Audience;
}

/** An event for polls that are parked now or come within seconds. It is not in the log. */
export interface EphemeralEvent {
  readonly event: LoggedEvent;
  readonly audience: Audience;
}

/** An entry for an ephemeral event, with an ID that is not in the log. */
export const ephemeralEntry = ({ event, audience }: EphemeralEvent, eventId: number): LogEntry => ({
  position: eventId / ROOM,
  event,
  audience,
});

/**
 * Event IDs are log positions multiplied by this number, so that IDs between two positions are free for what is not in
 * the log (heartbeats, typing, presence). They increase, which is all that clients need.
 */
export const ROOM = 1024;
export const eventIdAt = (position: number): number => position * ROOM;
export const positionOf = (eventId: number): number => Math.floor(eventId / ROOM);

/** The current text of a message. */
export interface MessageText {
  readonly content: string;
  readonly renderedContent: string;
}
