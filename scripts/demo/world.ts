import { type Client, connect } from "#client/client.ts";
import { demoFile } from "./pictures.ts";
import { type DemoPerson, emailOf, PASSWORD } from "./people.ts";

/** A person of the demonstration, with their own client. */
export interface Member {
  readonly person: DemoPerson;
  readonly id: number;
  readonly client: Client;
  /** Uploads one of the demonstration's files and returns where it is. */
  upload(path: string, name: string): Promise<string>;
}

/** The organization as it was set up, by name. */
export interface World {
  readonly members: ReadonlyMap<string, Member>;
  readonly owner: Member;
  readonly channels: ReadonlyMap<string, number>;
}

export function memberOf(world: World, name: string): Member {
  const member = world.members.get(name);
  if (member === undefined) throw new Error(`there is nobody called ${name} in this demonstration`);
  return member;
}

export function channelId(world: World, name: string): number {
  const id = world.channels.get(name);
  if (id === undefined) throw new Error(`there is no channel ${name} in this demonstration`);
  return id;
}

/** Logs in with the password that everybody shares. */
export async function logIn(url: string, person: DemoPerson): Promise<Member> {
  const email = emailOf(person);
  const { api_key: apiKey, user_id: id } = await connect({ url }).call("POST /fetch_api_key", {
    username: email,
    password: PASSWORD,
  });
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  return {
    person,
    id,
    client: connect({ url, email, apiKey, client: "website" }),
    async upload(path, name) {
      const { data, type } = await demoFile(name);
      const body = new FormData();
      body.set("file", new Blob([Uint8Array.from(data)], { type }), name);
      const response = await fetch(`${url}/api/v1${path}`, { method: "POST", headers: { authorization }, body });
      const answer = (await response.json()) as { msg: string; url?: string };
      if (!response.ok) throw new Error(`${name} was refused: ${answer.msg}`);
      return answer.url ?? "";
    },
  };
}

/** Acts on many values, a few at a time. */
export async function forEach<Value>(values: Iterable<Value>, most: number, act: (value: Value) => Promise<unknown>) {
  const rest = values[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: most }, worker));
}
