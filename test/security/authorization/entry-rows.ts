import { bad, HUMAN_MEMBERS, INSUFFICIENT, only, OWNERS } from "./gates.ts";
import type { Rows } from "./row.ts";
import type { World } from "./world.ts";

const LINK_MAKERS = only(["owner", "administrator"], INSUFFICIENT, HUMAN_MEMBERS);
const KEEPERS = only(["owner", "administrator"], bad("No such invitation"), HUMAN_MEMBERS);
/** The table's server has no mail server. */
const noMail = { meets: /sends no mail/ };

/** An invitation of the owner's. */
export async function addLink({ owner }: World): Promise<number> {
  await owner.call("POST /invites/multiuse", {});
  return (await owner.call("GET /invites")).invites.at(-1)?.id ?? 0;
}

/** The same by mail. */
async function addMailed(world: World): Promise<number> {
  const id = await addLink(world);
  await world.server.database.sql`
    update invitation set email = 'ghost@elsinore.example', email_key = 'ghost@elsinore.example' where id = ${id}`;
  return id;
}

/** Nobody answers there. */
export const PROVIDER = {
  kind: "oidc",
  settings: { display_name: "Corp", issuer: "https://login.invalid", client_id: "parley" },
  secret: "a secret",
} as const;

/** A provider of the owner's. An organization has few, so that it is made once. */
export async function someProvider({ owner, fresh }: World): Promise<number> {
  const { identity_providers: all } = await owner.call("GET /realm/identity_providers");
  const id = all.find((provider) => provider.id !== null)?.id;
  if (typeof id === "number") return id;
  const slug = fresh().replaceAll(" ", "-");
  return (await owner.call("POST /realm/identity_providers", { ...PROVIDER, slug })).id;
}

/** A token of the owner's. An organization has few, so that it is made once. */
export async function someScimToken({ owner }: World): Promise<number> {
  const [token] = (await owner.call("GET /realm/scim_tokens")).scim_tokens;
  return token?.id ?? (await owner.call("POST /realm/scim_tokens", { name: "directory" })).id;
}

export const entryRows: Rows = {
  "GET /invites": [HUMAN_MEMBERS],
  "POST /invites": [HUMAN_MEMBERS, () => ({ invitee_emails: "ghost@elsinore.example", stream_ids: [] }), noMail],
  "POST /invites/multiuse": [LINK_MAKERS, () => ({})],
  "DELETE /invites/{invite_id}": [KEEPERS, async (world) => ({ invite_id: await addMailed(world) })],
  "DELETE /invites/multiuse/{invite_id}": [KEEPERS, async (world) => ({ invite_id: await addLink(world) })],
  "GET /realm/identity_providers": [OWNERS],
  "POST /realm/identity_providers": [OWNERS, (world) => ({ ...PROVIDER, slug: world.fresh().replaceAll(" ", "-") })],
  "PATCH /realm/identity_providers/{provider_id}": [
    OWNERS,
    async (world) => ({ provider_id: await someProvider(world), settings: PROVIDER.settings }),
  ],
  "DELETE /realm/identity_providers/{provider_id}": [
    OWNERS,
    async (world) => ({ provider_id: await someProvider(world) }),
  ],
  "POST /realm/identity_providers/{provider_id}/test": [
    OWNERS,
    async (world) => ({ provider_id: await someProvider(world) }),
    { isRead: true },
  ],
  "GET /realm/scim_tokens": [OWNERS],
  "POST /realm/scim_tokens": [
    OWNERS,
    () => ({ name: "directory" }),
    {
      undo: async ({ owner }, _actor, answer) => {
        await owner.call("DELETE /realm/scim_tokens/{token_id}", { token_id: answer.id });
      },
    },
  ],
  "DELETE /realm/scim_tokens/{token_id}": [OWNERS, async (world) => ({ token_id: await someScimToken(world) })],
  "POST /invites/{invite_id}/resend": [HUMAN_MEMBERS, async (world) => ({ invite_id: await addMailed(world) }), noMail],
};
