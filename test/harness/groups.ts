import type { Arguments } from "#client/client.ts";
import type { CastMember } from "./server.ts";

let made = 0;

/** Creates a group under a unique name; returns its ID. */
export async function createGroup(
  who: CastMember,
  args: Partial<Arguments<"POST /user_groups/create">> = {},
): Promise<number> {
  const name = `group ${(made += 1)}`;
  return (await who.call("POST /user_groups/create", { name, description: "", members: [], ...args })).group_id;
}
