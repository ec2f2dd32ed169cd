import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathOf, skipWithout } from "../../harness/needs/needs.ts";

export const isMissing = skipWithout("firefox-esr");

type Json = Readonly<Record<string, unknown>>;

/** Sends a command of WebDriver BiDi, and resolves to its result. */
type Send = (method: string, params: Json) => Promise<Json>;

export interface Firefox {
  /** A tab; tabs of the same container share cookies and storage. */
  readonly open: (url: string, container?: string) => Promise<Tab>;
  /** As separate as another browser. */
  readonly newContainer: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface Tab {
  readonly send: Send;
  readonly context: string;
  readonly close: () => Promise<void>;
}

/** Notices are asked for by a dialog that nobody answers here. */
const PREFERENCES = {
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "extensions.getAddons.cache.enabled": false,
  "services.settings.server": "http://localhost:9",
  "toolkit.telemetry.server": "http://localhost:9",
};

/** Debian's Firefox, by the protocol that it speaks itself. */
export async function startFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), "parley-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const child = spawn(pathOf("firefox-esr") as string, args, {
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  const socket = new WebSocket(`${await listensAt(child.stderr)}/session`);
  await once(socket, "open");
  const send = commandsOf(socket);
  await send("session.new", { capabilities: {} });
  return {
    newContainer: async () => (await send("browser.createUserContext", {}))["userContext"] as string,
    async open(url, container = "default") {
      const { context } = (await send("browsingContext.create", { type: "tab", userContext: container })) as {
        context: string;
      };
      await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 720 } });
      await send("browsingContext.navigate", { context, url, wait: "complete" });
      return { send, context, close: async () => void (await send("browsingContext.close", { context })) };
    },
    async close() {
      await send("browser.close", {});
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function listensAt(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stderr)) {
    const url = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      stderr.resume();
      return url;
    }
  }
  throw new Error("Firefox ended before it listened");
}

function commandsOf(socket: WebSocket): Send {
  const waiting = new Map<number, PromiseWithResolvers<Json>>();
  let count = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as {
      readonly [field: string]: unknown;
      readonly id: number;
      readonly result: Json;
    };
    const answer = waiting.get(id);
    waiting.delete(id);
    if (type === "success") answer?.resolve(result);
    else answer?.reject(new Error(`${String(error)}: ${String(message)}`));
  });
  socket.addEventListener("close", () => {
    for (const answer of waiting.values()) answer.reject(new Error("Firefox is gone"));
  });
  return (method, params) => {
    const answer = Promise.withResolvers<Json>();
    waiting.set((count += 1), answer);
    socket.send(JSON.stringify({ id: count, method, params }));
    return answer.promise;
  };
}
