import assert from "node:assert/strict";
import { SignJWT } from "jose";
import sharp from "sharp";
import { signOnFlags } from "#domains/entry/sign-on/test-support.ts";
import { upload } from "#domains/files/test-support.ts";
import { codeOf, turnOn } from "#domains/people/two-step/test-support.ts";
import type { OperationName } from "#client/client.ts";
import { browserSession } from "../harness/browser.ts";
import { PASSWORD } from "../harness/cast.ts";
import { raw } from "../harness/raw.ts";
import type { World } from "../security/authorization/world.ts";

/** By which another system signs tokens, in the operator's file of these tests. */
const JWT_SECRET = "a secret that two systems share: 32 bytes and more";
export const JWT_ENTRY = { kind: "jwt", algorithms: ["HS256"], key: JWT_SECRET };
export const jwtFlags = () => signOnFlags([JWT_ENTRY]);

/** A token for somebody, as the other system signs it. */
export const signedToken = (email: string): Promise<string> =>
  new SignJWT({ email }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("5m").sign(Buffer.from(JWT_SECRET));

/** Sends a picture as clients do, and returns the answer. */
async function sendPicture({ server, owner }: World, path: string, fields: Readonly<Record<string, string>> = {}) {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#3366cc" } })
    .png()
    .toBuffer();
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("file", new Blob([new Uint8Array(png)], { type: "image/png" }), "picture.png");
  const { status, text, json } = await raw(`${server.url}/api/v1${path}`, { method: "POST", as: owner, body });
  assert.equal(status, 200, text);
  return json;
}

const registration = {
  token_kind: "fcm",
  push_account_id: 1,
  push_public_key: Buffer.alloc(32, 9).toString("base64"),
  bouncer_public_key: "key",
  encrypted_push_registration: "sealed",
} as const;

/** Somebody whose way of logging in no other call needs. */
async function newcomer({ owner, server, fresh }: World) {
  const username = `${fresh().replaceAll(" ", "-")}@elsinore.example`;
  await owner.call("POST /users", { email: username, password: PASSWORD, full_name: fresh() });
  const { api_key } = await server.anonymous.call("POST /fetch_api_key", { username, password: PASSWORD });
  return server.as(username, api_key);
}

async function invite({ owner, fresh }: World): Promise<number> {
  const email = `${fresh().replaceAll(" ", "")}@elsinore.example`;
  await owner.call("POST /invites", { invitee_emails: email, stream_ids: [] });
  const invitation = (await owner.call("GET /invites")).invites.find((invite) => invite.email === email);
  return invitation?.id ?? 0;
}

/** Calls that succeed where the table of who may call what has none that do: they need a file, another server or something before. */
export const goodCalls: { readonly [Name in OperationName]?: (world: World) => Promise<unknown> } = {
  "POST /jwt/fetch_api_key": async ({ server, member }) =>
    server.anonymous.call("POST /jwt/fetch_api_key", { token: await signedToken(member.email), include_profile: true }),
  "POST /dev_fetch_api_key": ({ server, member }) =>
    server.anonymous.call("POST /dev_fetch_api_key", { username: member.email }),
  "DELETE /sessions/{session_id}": async ({ server, member }) => {
    const browser = await browserSession(server, member);
    const { sessions } = await browser.call("GET /sessions");
    return member.call("DELETE /sessions/{session_id}", { session_id: sessions[0]?.session_id ?? 0 });
  },
  "POST /users/me/two_step/confirm": async (world) => {
    const person = await newcomer(world);
    const { secret } = await person.call("POST /users/me/two_step");
    return person.call("POST /users/me/two_step/confirm", { code: codeOf(secret) });
  },
  "DELETE /users/me/two_step": async (world) => {
    const person = await newcomer(world);
    await turnOn(person);
    return person.call("DELETE /users/me/two_step");
  },
  "POST /users/me/two_step/recovery_codes": async (world) => {
    const person = await newcomer(world);
    await turnOn(person);
    return person.call("POST /users/me/two_step/recovery_codes");
  },
  "PATCH /users/me/api_keys/{key_id}": async ({ member }) => {
    const { key_id } = await member.call("POST /users/me/api_keys", { name: "x" });
    return member.call("PATCH /users/me/api_keys/{key_id}", { key_id, name: "y" });
  },
  "DELETE /users/me/api_keys/{key_id}": async ({ member }) => {
    const { key_id } = await member.call("POST /users/me/api_keys", { name: "x" });
    return member.call("DELETE /users/me/api_keys/{key_id}", { key_id });
  },
  "GET /users/{user_id_or_email}/presence": async ({ member }) => {
    await member.call("POST /users/me/presence", { status: "active" });
    return member.call("GET /users/{user_id_or_email}/presence", { user_id_or_email: String(member.id) });
  },
  "POST /users/me/avatar": (world) => sendPicture(world, "/users/me/avatar"),
  "POST /realm/icon": (world) => sendPicture(world, "/realm/icon"),
  "POST /realm/logo": (world) => sendPicture(world, "/realm/logo", { night: "true" }),
  "POST /realm/emoji/{emoji_name}": (world) => sendPicture(world, "/realm/emoji/dagger"),
  "DELETE /realm/emoji/{emoji_name}": async (world) => {
    await sendPicture(world, "/realm/emoji/skull_of_yorick");
    return world.owner.call("DELETE /realm/emoji/{emoji_name}", { emoji_name: "skull_of_yorick" });
  },
  "POST /user_uploads": (world) => sendPicture(world, "/user_uploads"),
  "GET /user_uploads/{realm_id_str}/{filename}": async ({ server, owner }) => {
    const [, realm = "", path = ""] = /\/user_uploads\/(\d+)\/(.*)/.exec(await upload(server, owner)) ?? [];
    return owner.call("GET /user_uploads/{realm_id_str}/{filename}", { realm_id_str: Number(realm), filename: path });
  },
  "DELETE /attachments/{attachment_id}": async ({ server, owner }) => {
    await upload(server, owner);
    const { attachments } = await owner.call("GET /attachments");
    return owner.call("DELETE /attachments/{attachment_id}", { attachment_id: attachments[0]?.id ?? 0 });
  },
  "POST /invites": ({ owner }) =>
    owner.call("POST /invites", { invitee_emails: "ghost@elsinore.example", stream_ids: [] }),
  "POST /invites/{invite_id}/resend": async (world) =>
    world.owner.call("POST /invites/{invite_id}/resend", { invite_id: await invite(world) }),
  "POST /mobile_push/register": ({ owner }) => owner.call("POST /mobile_push/register", registration),
  "POST /mobile_push/test_notification": async ({ member }) => {
    await member.call("POST /users/me/android_gcm_reg_id", { token: "a phone of this test" });
    return member.call("POST /mobile_push/test_notification", { token: "a phone of this test" });
  },
  "POST /mobile_push/e2ee/test_notification": async ({ server, member }) => {
    await member.call("POST /mobile_push/register", registration);
    await server.database.sql`
      update push_device set status = 'active', device_id = 7 where user_id = ${member.id}`;
    return member.call("POST /mobile_push/e2ee/test_notification", { push_account_id: 1 });
  },
  "GET /calls/bigbluebutton/create": ({ owner }) =>
    owner.call("GET /calls/bigbluebutton/create", { meeting_name: "The play" }),
  "POST /calls/zoom/create": async ({ server, member }) => {
    const browser = await browserSession(server, member);
    const { headers } = await browser.fetch("/calls/zoom/register");
    const state = new URL(headers.get("location") ?? "").searchParams.get("state") ?? "";
    const query = new URLSearchParams({ code: "good", state }).toString();
    assert.equal((await browser.fetch(`/calls/zoom/complete?${query}`)).status, 200);
    return member.call("POST /calls/zoom/create");
  },
};
