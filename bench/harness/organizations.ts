import { createOrganization } from "#domains/organization/create-organization.ts";
import { ownerOf, type Person } from "./people.ts";
import type { World } from "./worlds.ts";

/** Adds small organizations to a world. Returns their owners, who are all of their members. */
export async function addOrganizations(world: World, count: number): Promise<Person[]> {
  const owners: Person[] = [];
  for (let number = 1; number <= count; number += 1) {
    const subdomain = `org${number}`;
    const email = `owner@${subdomain}.example`;
    const account = { email, fullName: "Owner", passwordHash: "nobody logs in" };
    const { realmId, owner } = await createOrganization(world.sql, { subdomain, name: subdomain, owner: account });
    owners.push(ownerOf(realmId, owner.id, email, `${subdomain}.bench.example`));
  }
  return owners;
}
