import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { REALM_SETTING_NAMES, REALM_SETTINGS, type RealmSetting } from "../../src/model/permission-settings.ts";
import { createChannel } from "../harness/channels.ts";
import { createGroup } from "../harness/groups.ts";
import { CROWD, type Flip, flips } from "./authorization/flips.ts";
import type { Role } from "./authorization/gates.ts";
import { outcome } from "./authorization/outcome.ts";
import { createWorld, type World } from "./authorization/world.ts";

type Value = number | { direct_members: number[]; direct_subgroups: number[] };

suite("CVE-2017-0896: what a setting of the organization guards follows the setting", () => {
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
    for (const one of [...mayNot, ...may]) {
      const actor = world.actors[one];
      const { refusal: met } = await outcome(actor, name, await args(world, actor));
      assert.deepEqual(met, mayNot.includes(one) ? refusal : meets, `${name} by the ${one}`);
    }
  }

  /** For settings that name one of the built-in groups only. */
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
      await check(flip, [], ["moderator", "member", "newcomer"]);
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
});
