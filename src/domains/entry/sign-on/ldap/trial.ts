import { OutboundError } from "#outbound/errors.ts";
import type { LdapProvider } from "./ask.ts";
import { idAttribute, loginAttribute, personOf } from "./person.ts";
import { allEntries, searching } from "./service.ts";

/** Searches a directory as a login would, and tells what is wrong with what it says. */
export async function ldapProblem(
  _site: unknown,
  { settings }: LdapProvider,
  secret: string | undefined,
): Promise<string | undefined> {
  return searching({ settings, secret }, async (directory) => {
    for await (const [entry] of allEntries(directory, settings)) {
      if (entry === undefined) break;
      if (personOf(settings, entry) !== undefined) return undefined;
      throw new OutboundError("unusable", `Its entries have no ${idAttribute(settings)}: set id_attribute.`);
    }
    return `Nobody with a ${loginAttribute(settings)} was found below ${settings.base}.`;
  });
}
