import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { SAME_ORIGIN } from "../../../../../test/harness/browser.ts";
import { stopWithServers, type TestServer } from "../../../../../test/harness/server.ts";
import { until } from "../../../../../test/harness/until.ts";
import { GROUPS, PEOPLE, SERVICE, type Slapd } from "../../../../../test/harness/slapd.ts";

/** A directory as the operator's file has it. */
export const directoryAt = ({ url }: Pick<Slapd, "url">, settings: object = {}) => ({
  kind: "ldap",
  slug: "staff",
  display_name: "Staff",
  urls: [url],
  bind_dn: SERVICE.dn,
  bind_password: SERVICE.password,
  base: PEOPLE,
  group_base: GROUPS,
  trust_email: true,
  auto_signup: true,
  ...settings,
});

export interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly response: Response;
}

const answered = async (response: Response): Promise<Answered> => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
  response,
});

/** A login on the page of a browser. */
export const enter = async (
  { url }: Pick<TestServer, "url">,
  username: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Answered> =>
  answered(
    await fetch(`${url}/json/login`, {
      method: "POST",
      headers: { ...SAME_ORIGIN, ...headers },
      body: new URLSearchParams({ username, password, ...more }),
    }),
  );

/** A login of an app. */
export const fetchKey = async ({ url }: Pick<TestServer, "url">, username: string, password: string) =>
  answered(
    await fetch(`${url}/api/v1/fetch_api_key`, { method: "POST", body: new URLSearchParams({ username, password }) }),
  );

/** Stands before a directory, counts who connects to it, and cuts the line after so many bytes of answers. */
export async function proxyBefore({ url }: Pick<Slapd, "url">) {
  let connections = 0;
  let mostBytes = Infinity;
  const server = createServer((socket) => {
    connections += 1;
    let bytes = 0;
    const onward = connect(Number(new URL(url).port), "127.0.0.1");
    socket.pipe(onward);
    onward.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) socket.write(chunk);
      else socket.destroy();
    });
    for (const end of [socket, onward])
      end.on("error", () => {}).on("close", () => [socket, onward].map((one) => one.destroy()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  stopWithServers(async () => void server.close());
  return {
    url: `ldap://localhost:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    cutAfter: (bytes: number) => void (mostBytes = bytes),
  };
}

/** Waits until the directories of all organizations were brought in step once more. */
export async function synchronizeNow({ database: { sql } }: Pick<TestServer, "database">): Promise<void> {
  const done = async () =>
    (
      await sql<{ attempt: number }[]>`
      select attempt from directory_sync where finished_at is not null and leased_until <= clock_timestamp()
        and next_at > clock_timestamp() order by realm_id, provider`
    ).map(({ attempt }) => attempt);
  const before = await until(done, (attempts) => attempts.length > 0);
  await sql`update directory_sync set next_at = now()`;
  await until(
    done,
    (attempts) => attempts.length === before.length && attempts.every((n, at) => n > (before[at] ?? 0)),
  );
}
