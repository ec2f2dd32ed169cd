import { createHash } from "node:crypto";
import { badRequest } from "#platform/errors.ts";
import { type Keys, sameSecret } from "#platform/keys.ts";
import { OutboundError } from "#outbound/errors.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";

/** A call that somebody may join. Nothing is stored: the address says all of it, by our own word. */
export interface Meeting {
  readonly id: string;
  readonly name: string;
  readonly voiceOnly: boolean;
  /** Who made it, and moderates it. */
  readonly moderator: number;
}

export const JOIN_CALL_PATH = "/calls/bigbluebutton/join";

export function joinPath(keys: Keys, realmId: number, meeting: Meeting): string {
  const written = Buffer.from(JSON.stringify(meeting)).toString("base64url");
  return `${JOIN_CALL_PATH}/${written}.${keys.callPass(realmId, written)}`;
}

export function meetingIn(keys: Keys, realmId: number, token: string): Meeting {
  const [written = "", signed = ""] = token.split(".");
  if (!sameSecret(signed, keys.callPass(realmId, written))) throw badRequest("Invalid signature.");
  return JSON.parse(Buffer.from(written, "base64url").toString()) as Meeting;
}

interface BigBlueButton {
  readonly url: string;
  readonly secret: string;
}

/** Refuses where the operator has configured none. */
export function bigBlueButtonOf({ config }: Pick<Site, "config">): BigBlueButton {
  const { bigBlueButtonUrl: url, bigBlueButtonSecret: secret } = config;
  if (url === undefined || secret === undefined) throw badRequest("BigBlueButton is not configured.");
  return { url, secret };
}

/** The address of a call to the server's API, signed as it wants it. */
function signedUrl({ url, secret }: BigBlueButton, call: string, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(params).toString();
  const checksum = createHash("sha256")
    .update(call + query + secret)
    .digest("hex");
  return `${url}/bigbluebutton/api/${call}?${query}&checksum=${checksum}`;
}

/** Makes sure that the call goes on, and returns the address by which the person joins it. */
export async function joinUrl(site: Pick<Site, "config" | "http">, meeting: Meeting, person: User): Promise<string> {
  const server = bigBlueButtonOf(site);
  const disableCam = meeting.voiceOnly ? { lockSettingsDisableCam: "true" } : {};
  const create = signedUrl(server, "create", { meetingID: meeting.id, name: meeting.name, ...disableCam });
  const response = await called(site, create);
  const createTime = /<createTime>(\d+)<\/createTime>/.exec(response)?.[1];
  if (!response.includes("<returncode>SUCCESS</returncode>"))
    throw badRequest("BigBlueButton server returned an error.");
  return signedUrl(server, "join", {
    meetingID: meeting.id,
    role: person.id === meeting.moderator ? "MODERATOR" : "VIEWER",
    fullName: person.fullName,
    ...(createTime !== undefined && { createTime }),
  });
}

async function called({ http }: Pick<Site, "http">, url: string): Promise<string> {
  try {
    const { status, body } = await http.post({ url, headers: {}, body: "" });
    return status === 200 ? body : "";
  } catch (error) {
    if (error instanceof OutboundError) throw badRequest("Error connecting to the BigBlueButton server.");
    throw error;
  }
}
