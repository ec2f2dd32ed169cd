import type { TSchema } from "#platform/schema/type.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { RequiredScope } from "#http/scopes.ts";
import type { Capabilities } from "#engine/log/queue.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "./realm-runtime.ts";
import type { Site } from "./site.ts";

/** What a client asks for when it registers. */
export interface SnapshotOptions {
  readonly site: Site;
  readonly realm: RealmRuntime;
  readonly user: User;
  /** The organization's URL for this caller. */
  readonly url: string;
  readonly clientGravatar: boolean;
  readonly includeSubscribers: "true" | "false" | "partial";
  readonly slimPresence: boolean;
  readonly presenceHistoryDays: number | undefined;
  readonly capabilities: Capabilities;
  /** Whether the caller came by a key that means everything: sessions and keys with scopes are shown none. */
  readonly showsKeys: boolean;
}

/**
 * A part of the state that a client fetches when it registers. Data is read from the database first; then all sections
 * are presented at one moment of the model, so that everything belongs to the same position of the log.
 */
export interface SnapshotSection<Data = unknown> {
  /** What a key must have to be given it. */
  readonly scope: RequiredScope;
  /** Whether keys that are for some channels are given it. */
  readonly isChannelBound?: true;
  /** The event types that must all be wanted. */
  readonly wants: readonly string[];
  /** Clients that name this event type get its state instead of this section. */
  readonly unless?: string;
  readonly fields: Readonly<Record<string, TSchema>>;
  /** Done before the snapshot, so that the section is presented quickly. Nothing may depend on it. */
  readonly prepare?: (options: SnapshotOptions) => Promise<void>;
  readonly read: (sql: ReadSql, options: SnapshotOptions) => Promise<Data>;
  readonly present: (model: Model, options: SnapshotOptions, data: Data) => Record<string, unknown>;
}

/** Hides the type of a section's data. */
export function section<Data>(declaration: SnapshotSection<Data>): SnapshotSection {
  return declaration as SnapshotSection;
}

/** A section that needs nothing but the model. */
export function modelSection(declaration: Omit<SnapshotSection, "read">): SnapshotSection {
  return { ...declaration, read: () => Promise.resolve(undefined) };
}
