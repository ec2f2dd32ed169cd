import { badRequest } from "#platform/errors.ts";

const NAME = /^[a-z0-9-]{1,32}$/;

/** Words that the server or clients of this API family understand themselves. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "me",
  "poll",
  "todo",
  "ping",
  "settings",
  "dark",
  "night",
  "light",
  "day",
  "fixed-width",
  "fluid-width",
]);

/** The name of a command, without the slash that people write before it. */
export function checkedCommandName(name: string): string {
  if (!NAME.test(name)) {
    throw badRequest("A command's name has 1 to 32 lower-case letters, digits and hyphens, and no slash.");
  }
  if (BUILT_IN.has(name)) throw badRequest(`/${name} is built in: choose another name.`);
  return name;
}
