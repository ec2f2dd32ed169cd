import { after } from "node:test";
import type { Browser } from "playwright-core";
import { launch } from "./launch.ts";

let shared: Promise<Browser> | undefined;

/** One Chromium for all files of a process: to start one takes longer than many tests. */
export function openBrowser(): Promise<Browser> {
  shared ??= launch();
  return shared;
}

/** Closes what the tests of a file have opened, so that it does not run on beside the next file. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

// Registered for the whole process, because this module is loaded outside of any suite.
after(async () => (await shared)?.close());
