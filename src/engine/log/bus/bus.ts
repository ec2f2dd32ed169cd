import type { EphemeralEvent } from "../entry.ts";

/**
 * Notifies the other processes on the same database that a log has grown, and sends them ephemeral events.
 *
 * For the log it carries wake-ups only: what a lost notice would have announced is found by the look at the heads a
 * second later. Ephemeral events that it loses are lost, and a removed queue may be polled in vain for a little longer.
 */
export interface Bus {
  /** Called after a commit. It never waits. */
  announce(realmId: number, position: number): void;
  /** Sends an ephemeral event to the other processes, unless it is too long. */
  emitEphemeral(realmId: number, event: EphemeralEvent): void;
  /** Notifies the other processes that a queue was removed. */
  queueGone(realmId: number, queueId: string): void;
  /** Tells the other processes that this one follows the log of an organization. They forget it after a while. */
  follow(realmId: number): void;
  /** Looks whether another process listens. */
  lookForPeers(): Promise<void>;
  /** Whether another process listened at the last look. */
  hasPeers(): boolean;
  close(): Promise<void>;
}

export interface BusListener {
  onNews(realmId: number, position: number): void;
  onEphemeral(realmId: number, event: EphemeralEvent): void;
  onQueueGone(realmId: number, queueId: string): void;
  /** Another process follows the log of an organization. */
  onFollowed(realmId: number): void;
  /** Another process is new, and must be told what this one follows. */
  onGreeting(): void;
  /** The connection is new: anything may have been missed. */
  onReconnect(): void;
}
