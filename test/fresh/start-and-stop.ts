import { once } from "node:events";
import { createServer } from "node:net";
import type { Room } from "./room.ts";

/** `npm ci && npm start`, until the printed link has logged somebody in; then Ctrl+C. Throws if anything is wrong. */
export async function startAndStop(
  room: Room,
  { env, folder }: { readonly env: Readonly<Record<string, string>>; readonly folder: string },
): Promise<void> {
  const ways = (await isFree(PORT)) ? {} : { PARLEY_PORT: "0" };
  const child = room.start(["sh", "-c", "npm ci && npm start"], { env: { ...env, ...ways }, folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data) => {
      output += String(data);
      process.stdout.write(String(data));
    });
  }
  const closed = once(child, "close");
  await Promise.race([
    new Promise<void>((resolve) => child.stdout?.on("data", () => /Parley is at \S+\s/.test(output) && resolve())),
    closed.then(() => Promise.reject(new Error("npm start ended before Parley could be reached"))),
  ]);
  await logIn(output);

  process.kill(-(child.pid ?? 0), "SIGINT");
  const [code] = (await closed) as [number | null];
  if (code !== 0 && code !== 130 && code !== null) throw new Error(`npm start ended with ${code} after Ctrl+C`);
  await room.run(["sh", "-c", NOTHING_RUNS]);
  console.log("The link logs in, and Ctrl+C has stopped Parley and its PostgreSQL.");
}

const PORT = 9991;

/** Others of this machine's may have the port, because its network is shared. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const isListening = await Promise.race([
    once(server, "listening").then(() => true),
    once(server, "error").then(() => false),
  ]);
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}

async function logIn(output: string): Promise<void> {
  const link = /http:\/\/localhost:\d+\/login\/once\/\w+/.exec(output)?.[0];
  if (link === undefined) throw new Error("npm start has printed no link that logs in");
  const opened = await fetch(link, { redirect: "manual" });
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { origin } = new URL(link);
  const page = await fetch(origin);
  if (!page.ok || !(await page.text()).includes("<script")) throw new Error(`${origin} shows no page`);
  const me = await fetch(`${origin}/json/users/me`, { headers: { cookie } });
  const text = await me.text();
  if (!me.ok || !text.includes('"is_owner":true')) throw new Error(`The link does not log in: ${me.status} ${text}`);
}

/** Fails while Parley or its PostgreSQL runs. There is no `ps`. */
const NOTHING_RUNS = 'if grep -lxE "node|postgres" /proc/[0-9]*/comm; then echo "is still running"; exit 1; fi';
