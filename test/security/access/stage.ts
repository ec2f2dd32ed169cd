import { type Directory, directoryAt } from "#domains/entry/scim/test-support.ts";
import { NAMES, type Name } from "../../harness/cast.ts";
import { createGroup } from "../../harness/groups.ts";
import type { TestServer } from "../../harness/server.ts";
import { type Ledger, type Person, type Place, ROLES } from "./ledger.ts";
import { type Kind, KINDS } from "./situation.ts";

/** Created every channel, is in it, and may do everything. */
export const KEEPER: Name = "desdemona";

export interface Stage {
  readonly server: TestServer;
  readonly ledger: Ledger;
  /** A group in a group, and its members. */
  readonly group: { readonly outer: number; readonly inner: number; readonly members: Set<Name>; isManaged: boolean };
  /** What else changes accounts and groups: by SCIM. */
  readonly directory: Directory;
  readonly newWord: () => string;
}

let words = 0;

const BEGINNINGS: Partial<Record<Name, number>> = {
  desdemona: ROLES.owner,
  iago: ROLES.administrator,
  shiva: ROLES.moderator,
  polonius: ROLES.guest,
};

/** A new channel of each kind with everybody in it, in their original role: there is much to lose. */
export async function createStage(server: TestServer): Promise<Stage> {
  const keeper = server.cast[KEEPER];
  const people = new Map<Name, Person>();
  for (const name of NAMES) {
    const role = BEGINNINGS[name] ?? ROLES.member;
    people.set(name, { name, role, isActive: true, left: [] });
    if (name === KEEPER) continue;
    const user_id = server.cast[name].id;
    await keeper.call("POST /users/{user_id}/reactivate", { user_id }).catch(() => {});
    // A guest becomes an administrator only by way of a member.
    await keeper.call("PATCH /users/{user_id}", { user_id, role: ROLES.member });
    await keeper.call("PATCH /users/{user_id}", { user_id, role });
  }
  // On a busy machine a long run takes more than the ten minutes in which messages may be edited by default.
  const edits = {
    message_edit_history_visibility_policy: "all",
    message_content_edit_limit_seconds: "unlimited",
  } as const;
  await keeper.call("PATCH /realm", { ...edits, mcp_access: "everyone" });
  const inner = await createGroup(keeper);
  const outer = await createGroup(keeper, { subgroups: [inner] });
  const secrets = new Set<string>();
  const newWord = () => {
    const word = `marker${(words += 1)}x`;
    secrets.add(word);
    return word;
  };
  const places: Place[] = [];
  for (const kind of KINDS) places.push(await createPlace(server, kind, newWord(), newWord()));
  return {
    server,
    ledger: { now: 1, files: [], people, places, messages: [], past: [], history: "all", secrets },
    group: { outer, inner, members: new Set(), isManaged: false },
    directory: await directoryOf(server),
    newWord,
  };
}

/** An organization has few tokens. */
const directories = new WeakMap<TestServer, Directory>();

async function directoryOf(server: TestServer): Promise<Directory> {
  const directory = directories.get(server) ?? (await directoryAt(server));
  directories.set(server, directory);
  return directory;
}

async function createPlace({ cast }: TestServer, kind: Kind, name: string, description: string): Promise<Place> {
  const keeper = cast[KEEPER];
  const { id } = await keeper.call("POST /channels/create", {
    name,
    description,
    subscribers: NAMES.map((who) => cast[who].id),
    invite_only: kind === "shared" || kind === "protected",
    is_web_public: kind === "web-public",
    history_public_to_subscribers: kind !== "protected",
    send_new_subscription_messages: false,
  });
  return {
    id,
    name,
    description,
    kind,
    isArchived: false,
    words: new Set([name, description]),
    stays: new Map(NAMES.map((who) => [who, [[0, Infinity]]])),
    grants: {
      can_add_subscribers_group: new Set(),
      can_administer_channel_group: new Set([KEEPER]),
      can_subscribe_group: new Set(),
    },
  };
}
