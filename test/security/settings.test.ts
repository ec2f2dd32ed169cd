import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { REALM_SETTING_NAMES, REALM_SETTINGS, type RealmSetting } from "#engine/model/access/permission-settings.ts";
import { createChannel } from "../harness/channels.ts";
import { createGroup } from "../harness/groups.ts";
import { CROWD, type Flip, flips } from "./authorization/flips.ts";
import type { Role } from "./authorization/gates.ts";
import { outcome } from "./authorization/outcome.ts";
import { type Actor, createWorld, type World } from "./authorization/world.ts";

type Value = number | { direct_members: number[]; direct_subgroups: number[] };

suite("CVE-2017-0896: every setting of the organization guards what it says", () => {
  let world: World;
  /** A group with the full member in it. */
  let team: number;
  before(async () => {
    world = await createWorld(["--web-public-channels", "on"]);
    await world.owner.call("PATCH /realm", { enable_spectator_access: true });
    team = await createGroup(world.owner, { members: [world.member.id] });
    const bots = await Promise.all(Array.from({ length: 14 }, () => world.addBot()));
    const { member, newcomer, moderator } = world.actors;
    await createChannel(world.owner, { name: CROWD, subscribers: [...bots, member.id, newcomer.id, moderator.id] });
  });

  const set = (setting: RealmSetting, value: Value | undefined) =>
    world.owner.call("PATCH /realm", { [setting]: { new: value } });
  const role = (name: string) => world.roleGroups[name];

  async function check(
    { name, args, refusal, meets }: Flip,
    may: readonly Role[],
    mayNot: readonly Role[],
  ): Promise<void> {
    for (const role of [...mayNot, ...may]) {
      const actor = world.actors[role];
      const { refusal: met } = await outcome(actor, name, await args(world, actor));
      assert.deepEqual(met, mayNot.includes(role) ? refusal : meets, `${name} by the ${role}`);
    }
  }

  /** For settings that name one of the system groups only. */
  const SYSTEM: Partial<Record<RealmSetting, (flip: Flip) => Promise<void>>> = {
    async can_access_all_users_group(flip) {
      await set("can_access_all_users_group", role("role:members"));
      await check(flip, ["member"], ["guest"]);
      await set("can_access_all_users_group", role("role:everyone"));
      await check(flip, ["guest"], []);
    },
    async can_create_web_public_channel_group(flip) {
      await set("can_create_web_public_channel_group", role("role:moderators"));
      await check(flip, ["moderator"], ["member", "newcomer"]);
      await set("can_create_web_public_channel_group", role("role:nobody"));
      await check(flip, [], ["owner", "moderator", "member"]);
    },
  };

  for (const setting of REALM_SETTING_NAMES) {
    const flip = flips[setting];
    if (typeof flip === "string") continue;
    test(`${setting} allows those whom it names and nobody else`, async () => {
      const special = SYSTEM[setting];
      if (special !== undefined) return special(flip);
      for (const other of flip.closed ?? []) await set(other, role("role:nobody"));
      const { allow_nobody_group: mayBeNobody, default_group_name: usual } = REALM_SETTINGS[setting];
      await set(setting, role(mayBeNobody ? "role:nobody" : "role:owners"));
      await check({ ...flip, refusal: flip.whenNobody ?? flip.refusal }, [], ["moderator", "member", "newcomer"]);
      await set(setting, { direct_members: [world.actors.newcomer.id], direct_subgroups: [] });
      await check(flip, ["newcomer"], ["moderator", "member"]);
      await set(setting, team);
      await check(flip, ["member"], ["moderator", "newcomer"]);
      await set(setting, role("role:fullmembers"));
      await check(flip, ["moderator", "member"], ["newcomer"]);
      await set(setting, role(usual));
      for (const other of flip.closed ?? []) await set(other, role(REALM_SETTINGS[other].default_group_name));
    });
  }

  /** Settings that are no list of users, but forbid something to all but a few. */
  interface Switch {
    readonly on: Arguments<"PATCH /realm">;
    readonly off: Arguments<"PATCH /realm">;
    readonly attempt: (actor: Actor) => Promise<unknown>;
    readonly exempt: Role;
  }
  const SWITCHES: Record<string, Switch> = {
    avatar_changes_disabled: {
      on: { avatar_changes_disabled: true },
      off: { avatar_changes_disabled: false },
      attempt: ({ client }) => client.call("DELETE /users/me/avatar"),
      exempt: "administrator",
    },
    allow_message_editing: {
      on: { allow_message_editing: false },
      off: { allow_message_editing: true },
      attempt: async ({ client }) =>
        client.call("PATCH /messages/{message_id}", { message_id: await world.post(client), content: "Other words." }),
      exempt: "nobody",
    },
    message_content_delete_limit_seconds: {
      on: { message_content_delete_limit_seconds: 60 },
      off: { message_content_delete_limit_seconds: "unlimited" },
      async attempt({ client }) {
        const message_id = await world.post(client);
        await world.server.database.sql`
          update message set sent_at = sent_at - interval '10 minutes' where id = ${message_id}`;
        return client.call("DELETE /messages/{message_id}", { message_id });
      },
      exempt: "administrator",
    },
    topics_policy: {
      on: { topics_policy: "disable_empty_topic" },
      off: { topics_policy: "allow_empty_topic" },
      attempt: ({ client }) =>
        client.call("POST /messages", { type: "channel", to: world.channel.name, topic: "", content: "Words." }),
      exempt: "nobody",
    },
    moderation_request_channel_id: {
      on: { moderation_request_channel_id: -1 },
      off: {},
      attempt: ({ client }) =>
        client.call("POST /messages/{message_id}/report", { message_id: world.message, report_type: "spam" }),
      exempt: "nobody",
    },
  };
  for (const [name, { on, off, attempt, exempt }] of Object.entries(SWITCHES)) {
    test(`${name} forbids what it says to everybody concerned`, async () => {
      const { member, owner, [exempt]: other } = world.actors;
      const before = await owner.client.register({ fetch_event_types: ["realm"] });
      const restored = { ...off, ...("moderation_request_channel_id" in on && reportsTo(before)) };
      const meant = exempt === "nobody" ? [member, owner] : [member];
      await world.owner.call("PATCH /realm", on);
      for (const actor of meant) await assert.rejects(attempt(actor), { status: 400 }, actor.role);
      if (exempt !== "nobody") await attempt(other);
      await world.owner.call("PATCH /realm", restored);
      for (const actor of meant) await attempt(actor);
    });
  }
  const reportsTo = (state: Readonly<Record<string, unknown>>) => ({
    moderation_request_channel_id: state["realm_moderation_request_channel_id"] as number,
  });
});
