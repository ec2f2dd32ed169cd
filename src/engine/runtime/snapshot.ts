import type { TSchema } from "typebox";
import type { Reader } from "../db/database.ts";
import type { Capabilities } from "../log/queue.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";
import type { RealmRuntime } from "./realm-runtime.ts";
import type { Site } from "./site.ts";

/** What a client wants to know when it begins. */
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
}

/**
 * A part of the state that a client fetches when it registers. Data is read from the database first; the model is
 * looked at afterwards, all parts at one moment, so that everything belongs to the same position of the log.
 */
export interface SnapshotSection<Data = unknown> {
  /** The event types that must all be wanted. */
  readonly wants: readonly string[];
  /** The event type whose state takes the place of this, for clients that name it. */
  readonly unless?: string;
  readonly fields: Readonly<Record<string, TSchema>>;
  readonly read: (sql: Reader, wish: SnapshotOptions) => Promise<Data>;
  readonly present: (model: Model, wish: SnapshotOptions, data: Data) => Record<string, unknown>;
}

/** A section, whatever it reads. */
export function section<Data>(declaration: SnapshotSection<Data>): SnapshotSection {
  return declaration as SnapshotSection;
}

/** A section that needs nothing but the model. */
export function modelSection(declaration: Omit<SnapshotSection, "read">): SnapshotSection {
  return { ...declaration, read: () => Promise.resolve(undefined) };
}
