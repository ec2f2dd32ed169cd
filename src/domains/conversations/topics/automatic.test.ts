import assert from "node:assert/strict";
import { test } from "node:test";
import { ROLES, type User } from "#engine/model/records.ts";
import { newUser } from "#domains/records/users/record/new-user.ts";
import { automaticPolicy, type Cause, mayChangeAutomatically } from "./automatic.ts";
import type { VisibilityPolicy } from "./policy.ts";

const hamlet = newUser({ id: 1, email: "hamlet@elsinore.example", fullName: "Hamlet", role: ROLES.member, now: 0 });
const withSettings = (follow: number, unmute: number, whereMentioned = true): User => ({
  ...hamlet,
  settings: {
    automatically_follow_topics_policy: follow,
    automatically_unmute_topics_in_muted_streams_policy: unmute,
    automatically_follow_topics_where_mentioned: whereMentioned,
  },
});
const [NEVER, INHERIT, MUTED, UNMUTED, FOLLOWED] = [4, 0, 1, 2, 3] as const;

const policy = (user: User, cause: Cause, current: VisibilityPolicy, isChannelMuted = false) =>
  automaticPolicy(user, cause, { current, isChannelMuted });

test("a user follows a topic automatically from the kind of participation that their setting names", () => {
  const causes = ["participate", "send", "start"] as const;
  for (const [setting, expected] of [
    [1, [FOLLOWED, FOLLOWED, FOLLOWED]],
    [2, [undefined, FOLLOWED, FOLLOWED]],
    [3, [undefined, undefined, FOLLOWED]],
    [4, [undefined, undefined, undefined]],
  ] as const) {
    const user = withSettings(setting, NEVER);
    assert.deepEqual(
      causes.map((cause) => policy(user, cause, INHERIT)),
      expected,
    );
    assert.deepEqual(
      causes.map((cause) => mayChangeAutomatically(user, cause, false)),
      expected.map((policy) => policy !== undefined),
    );
  }
  assert.equal(policy(hamlet, "start", INHERIT), FOLLOWED, "as a new organization has it");
});

test("a user unmutes a topic of a muted channel where they do not follow it", () => {
  const user = withSettings(3, 2);
  assert.equal(policy(user, "send", INHERIT, true), UNMUTED);
  assert.equal(policy(user, "send", INHERIT, false), undefined);
  assert.equal(policy(user, "start", INHERIT, true), FOLLOWED);
  assert.equal(policy(user, "participate", INHERIT, true), undefined);
  assert.equal(policy(user, "send", FOLLOWED, true), undefined, "followed is more than unmuted");
  assert.equal(policy(user, "send", UNMUTED, true), undefined);
  assert.equal(policy(user, "send", MUTED, true), UNMUTED);
  assert.equal(policy(user, "start", MUTED, true), UNMUTED, "sending is enough, though starting does not follow it");
  assert.equal(policy(withSettings(3, 3), "start", MUTED, true), undefined);
});

test("a user who starts a muted topic or is mentioned in it keeps it muted", () => {
  assert.equal(policy(withSettings(3, NEVER), "start", MUTED), undefined);
  assert.equal(policy(withSettings(2, NEVER), "start", MUTED), FOLLOWED);
  assert.equal(policy(hamlet, "mention", INHERIT), FOLLOWED);
  assert.equal(policy(hamlet, "mention", FOLLOWED), undefined);
  assert.equal(policy(hamlet, "mention", MUTED), undefined);
  assert.equal(policy(withSettings(1, 1, false), "mention", INHERIT), undefined);
});

test("a bot follows nothing automatically", () => {
  assert.equal(policy({ ...hamlet, botType: 1 }, "start", INHERIT, true), undefined);
});
