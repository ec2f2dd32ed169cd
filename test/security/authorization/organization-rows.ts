import { ACCOUNTS, ADMINISTRATORS, HUMAN_MEMBERS } from "./gates.ts";
import type { Rows } from "./row.ts";
import type { World } from "./world.ts";

const linkifier = ({ fresh }: World) => ({
  pattern: `${fresh().replaceAll(" ", "")}-(?P<id>[0-9]+)`,
  url_template: "https://example.com/{id}",
});
const addLinkifier = async (world: World) => (await world.owner.call("POST /realm/filters", linkifier(world))).id;
const playground = ({ fresh }: World) => ({
  name: fresh(),
  pygments_language: "Python",
  url_template: "https://example.com/{code}",
});

/** One that is there, or a new one: several ask at the same time, and there is one at a time. */
async function someExport({ owner }: World): Promise<number> {
  const { exports } = await owner.call("GET /export/realm");
  const left = exports.find(({ pending, export_url: url }) => pending || url !== null);
  if (left !== undefined) return left.id;
  const made = await owner.call("POST /export/realm").catch(() => undefined);
  return made?.id ?? someExport({ owner } as World);
}

export const organizationRows: Rows = {
  "PATCH /realm": [ADMINISTRATORS, () => ({ description: "x" })],
  "POST /realm/icon": [ADMINISTRATORS, undefined, { meets: /exactly one picture/ }],
  "DELETE /realm/icon": [ADMINISTRATORS],
  "POST /realm/logo": [ADMINISTRATORS, () => ({ night: true }), { meets: /exactly one picture/ }],
  "DELETE /realm/logo": [ADMINISTRATORS],
  "POST /realm/test_welcome_bot_custom_message": [ADMINISTRATORS, () => ({ welcome_message_custom_text: "Hail!" })],
  "GET /realm/usage": [ADMINISTRATORS],
  "GET /export/realm": [ADMINISTRATORS],
  "POST /export/realm": [
    ADMINISTRATORS,
    undefined,
    {
      undo: async ({ owner }, _actor, { id }) => {
        await owner.call("DELETE /export/realm/{export_id}", { export_id: id });
      },
    },
  ],
  "DELETE /export/realm/{export_id}": [ADMINISTRATORS, async (world) => ({ export_id: await someExport(world) })],
  "GET /export/realm/consents": [ADMINISTRATORS],
  "PATCH /realm/user_settings_defaults": [ADMINISTRATORS, () => ({ enter_sends: true })],
  "GET /realm/domains": [ACCOUNTS],
  "POST /realm/domains": [
    ADMINISTRATORS,
    ({ fresh }) => ({ domain: `${fresh().replaceAll(" ", "")}.example`, allow_subdomains: false }),
  ],
  "PATCH /realm/domains/{domain}": [ADMINISTRATORS, () => ({ domain: "elsinore.example", allow_subdomains: true })],
  "DELETE /realm/domains/{domain}": [
    ADMINISTRATORS,
    () => ({ domain: "elsinore.example" }),
    {
      undo: ({ owner }) => owner.call("POST /realm/domains", { domain: "elsinore.example", allow_subdomains: false }),
    },
  ],
  "GET /realm/linkifiers": [ACCOUNTS],
  "PATCH /realm/linkifiers": [
    ADMINISTRATORS,
    async ({ owner }) => {
      const { linkifiers } = await owner.call("GET /realm/linkifiers");
      return { ordered_linkifier_ids: linkifiers.map(({ id }) => id).toReversed() };
    },
  ],
  "GET /realm/linkifiers/trial": [ADMINISTRATORS, (world) => ({ ...linkifier(world), text: "x" })],
  "POST /realm/filters": [ADMINISTRATORS, linkifier],
  "PATCH /realm/filters/{filter_id}": [
    ADMINISTRATORS,
    async (world) => ({ ...linkifier(world), filter_id: await addLinkifier(world) }),
  ],
  "DELETE /realm/filters/{filter_id}": [ADMINISTRATORS, async (world) => ({ filter_id: await addLinkifier(world) })],
  "POST /realm/playgrounds": [ADMINISTRATORS, playground],
  "DELETE /realm/playgrounds/{playground_id}": [
    ADMINISTRATORS,
    async (world) => ({ playground_id: (await world.owner.call("POST /realm/playgrounds", playground(world))).id }),
  ],
  "GET /realm/emoji": [ACCOUNTS],
  "POST /realm/emoji/{emoji_name}": [
    HUMAN_MEMBERS,
    () => ({ emoji_name: "dagger_of_the_mind" }),
    { meets: /exactly one file/ },
  ],
  "DELETE /realm/emoji/{emoji_name}": [
    HUMAN_MEMBERS,
    () => ({ emoji_name: "dagger_of_the_mind" }),
    { meets: /Emoji does not exist/ },
  ],
};
