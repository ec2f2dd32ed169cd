import { connect } from "#client/client.ts";
import type { ServerProcess } from "./server-process.ts";
import { OWNER } from "./server-process.ts";

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
}

/** The participants and their channels. All of it is on disk before the first fault. */
export interface Cast {
  readonly owner: Person;
  /** All users, including the owner. */
  readonly everybody: readonly Person[];
  /** The members of each channel at the start. */
  readonly channels: ReadonlyMap<string, readonly number[]>;
  readonly channelIds: ReadonlyMap<string, number>;
}

const OTHERS = 7;
const PASSWORD = "a long password for the crash test";
/** A channel of only two people, which nobody else may know of. */
export const PRIVATE_CHANNEL = "closed";

export async function settle(server: ServerProcess): Promise<Cast> {
  const { url } = server;
  const logIn = async (email: string, password: string): Promise<Person> => {
    const { api_key, user_id } = await connect({ url }).call("POST /fetch_api_key", { username: email, password });
    return { id: user_id, email, apiKey: api_key };
  };
  const owner = await logIn(OWNER.email, OWNER.password);
  const asOwner = connect({ url, ...owner });
  const emails = Array.from({ length: OTHERS }, (_, index) => `person${index + 1}@crash.example`);
  for (const email of emails) {
    await asOwner.call("POST /users", { email, password: PASSWORD, full_name: email.split("@", 1).join() });
  }
  const others = await Promise.all(emails.map((email) => logIn(email, PASSWORD)));
  // What the welcome bot has sent, which the model of the test does not know.
  for (const person of [owner, ...others]) await connect({ url, ...person }).call("POST /mark_all_as_read");
  const everybody = [owner, ...others];
  const ids = (from: number, to: number) => everybody.slice(from, to).map(({ id }) => id);
  const channels = new Map([
    ["general", ids(0, 8)],
    ["sandbox", ids(0, 8)],
    ["kitchen", ids(0, 4)],
    ["attic", ids(2, 6)],
    [PRIVATE_CHANNEL, ids(0, 2)],
  ]);
  for (const [name, members] of [...channels].slice(2)) {
    await asOwner.call("POST /users/me/subscriptions", {
      subscriptions: [{ name }],
      principals: [...members],
      invite_only: name === PRIVATE_CHANNEL,
      send_new_subscription_messages: false,
    });
  }
  const { streams } = await asOwner.call("GET /streams");
  const channelIds = new Map(streams.map(({ name, stream_id }) => [name, stream_id]));
  return { owner, everybody, channels, channelIds };
}
