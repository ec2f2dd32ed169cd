import { SAME_ORIGIN } from "../../../test/harness/browser.ts";
import { type MailBox, startMailBox } from "../../../test/harness/mail.ts";
import { raw, type RawAnswer } from "../../../test/harness/raw.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../test/harness/server.ts";

export const GOOD_PASSWORD = "alas poor yorick i knew";

/** A server that sends mail, and where it arrives. */
export async function startWithMail(
  options: TestServerOptions = {},
): Promise<{ server: TestServer; mail: MailBox; stop: () => Promise<void> }> {
  const mail = await startMailBox();
  const flags = ["--mail-from", "parley@elsinore.example", ...(options.flags ?? [])];
  const server = await startTestServer({ ...options, flags, env: { ...mail.env, ...options.env } });
  const stop = async () => {
    await server.stop();
    await mail.close();
  };
  return { server, mail, stop };
}

/** Sends a form as a browser does. */
export const submit = (
  link: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = SAME_ORIGIN,
): Promise<RawAnswer> => raw(link, { method: "POST", body: new URLSearchParams(fields), headers });

/** The first link below a path in the next mail to somebody. */
export async function linkTo(server: TestServer, mail: MailBox, recipient: string): Promise<string> {
  for (;;) {
    // On a slow machine another mail may come before, about a login to an account that is no longer new.
    const { text } = await mail.next(recipient);
    // Mail breaks lines where it likes.
    const path = /https?:\/\/[^/\s]+(\/(?:join|accounts)\/[\w/]+)/.exec(text.replaceAll("=\r\n", ""))?.[1];
    if (path !== undefined) return `${server.url}${path}`;
  }
}

/** Somebody who has just got their account, by their password. */
export async function newcomer(server: TestServer, email: string, password = GOOD_PASSWORD) {
  const { api_key: key } = await server.anonymous.call("POST /fetch_api_key", { username: email, password });
  return server.as(email, key);
}
