import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { type EmailHolder, type EventReader, maySeeEmail } from "../access.ts";
import { isPublicEmail } from "../present.ts";

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
