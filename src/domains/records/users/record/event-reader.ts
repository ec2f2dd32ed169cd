import type { Viewpoint } from "#engine/log/event-kinds.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { type EmailHolder, isPublicEmail, maySeeEmail } from "../present.ts";

/**
 * What the reader of an event may have of a person. It depends on the reader's role and channels and on the person, and
 * both may have changed since the event. The rule is the same everywhere: readers get what they could see at the event's
 * position and may still see. Where one of the two is missing, another event tells of the change between them.
 */
export interface EventReader {
  readonly model: Model;
  readonly user: User;
  /** Where they stood at the event's position, if access has changed since. */
  readonly earlier: Viewpoint | undefined;
}

/** Whether the reader could know the person as the event found them. */
export const couldKnow = ({ model, user, earlier }: EventReader, person: User): boolean =>
  mayKnowUser(earlier?.access ?? model, earlier?.user ?? user, person);

/** Whether the reader could know the person, and may still know them as they are now. */
export function knowsStill(reader: EventReader, person: User): boolean {
  if (!couldKnow(reader, person)) return false;
  if (reader.earlier === undefined) return true;
  return mayKnowUser(reader.model, reader.user, userRecord(reader.model, person.id) ?? person);
}

const couldSeeEmail = ({ user, earlier }: EventReader, person: EmailHolder): boolean =>
  maySeeEmail(earlier?.user ?? user, person);

const seesEmailNow = ({ model, user }: EventReader, person: EmailHolder): boolean =>
  maySeeEmail(user, userRecord(model, person.id) ?? person);

/** Whether the reader could see the person's address and may still see it. */
export const seesEmailStill = (reader: EventReader, person: EmailHolder): boolean =>
  couldSeeEmail(reader, person) && seesEmailNow(reader, person);

/** Whether everybody may still have the address in place of the API's placeholder. */
export const isStillPublic = ({ model }: EventReader, person: EmailHolder): boolean =>
  isPublicEmail(person) && isPublicEmail(userRecord(model, person.id) ?? person);

/** What an event says to the reader about an address that `before` and `after` show to different people. */
export function emailChange(
  reader: EventReader,
  before: EmailHolder | undefined,
  after: EmailHolder,
): "shown" | "lost" | "nothing" {
  const [saw, sees] = [before !== undefined && couldSeeEmail(reader, before), couldSeeEmail(reader, after)];
  if (saw === sees) return "nothing";
  if (!sees) return "lost";
  return seesEmailNow(reader, after) ? "shown" : "nothing";
}
