import { once } from "node:events";
import { readConfig } from "#config/config.ts";
import { fillFolder } from "./fill.ts";
import { emailOf, PASSWORD, PEOPLE } from "./people.ts";
import { startServer } from "./server-process.ts";

/**
 * `npm run demo`: an organization to look at, in a data folder of its own. Flags besides those of the server:
 * `--people`, `--messages`, `--weeks` and `--seed`.
 */
const OWN = { "--people": PEOPLE.length, "--messages": 5000, "--weeks": 6, "--seed": 1 };
const DATA = "./data/demo";

type OwnFlag = keyof typeof OWN;
const isOwn = (flag: string): flag is OwnFlag => Object.hasOwn(OWN, flag);

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** The demonstration's own numbers, and the server's flags. */
function readArguments(argv: readonly string[]): { numbers: Readonly<Record<OwnFlag, number>>; flags: string[] } {
  const numbers = { ...OWN };
  const flags: string[] = [];
  const words = argv.flatMap((word) => (word.startsWith("--") ? word.split(/=(.*)/s, 2) : [word])).values();
  for (const word of words) {
    if (!isOwn(word)) {
      flags.push(word);
      continue;
    }
    const text = words.next().value ?? "";
    if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${word} must be a whole number, at least 1.`);
    numbers[word] = Number(text);
  }
  return { numbers, flags: flags.includes("--data") ? flags : [...flags, "--data", DATA] };
}

async function main(): Promise<void> {
  const { numbers, flags } = readArguments(process.argv.slice(2));
  const config = readConfig(flags);
  if (config.databaseUrl !== undefined)
    throw new Error("A demonstration uses a database of its own: no --database-url.");
  const begun = performance.now();
  await fillFolder({
    dataDir: config.dataDir,
    people: numbers["--people"],
    messages: numbers["--messages"],
    weeks: numbers["--weeks"],
    seed: numbers["--seed"],
    say,
  });
  const took = Math.round((performance.now() - begun) / 1000);
  const server = await startServer(flags, { show: (output) => process.stdout.write(output) });
  say(introduction(server.url, numbers["--people"], took));
  const [code] = (await once(server.process, "exit")) as [number | null];
  process.exitCode = code ?? 1;
}

function introduction(url: string, count: number, seconds: number): string {
  const people = PEOPLE.slice(0, count);
  const shown = people.filter(({ role }, index) => people.findIndex((other) => other.role === role) === index);
  const others = people.filter((person) => !shown.includes(person));
  return [
    "",
    `  The demonstration is ready${seconds > 2 ? ` (filled in ${seconds} s)` : ""}.`,
    "",
    `  URL       ${url}`,
    `  Password  ${PASSWORD}   (everybody's)`,
    ...shown.map((person) => `  ${person.role.padEnd(14)} ${emailOf(person).padEnd(32)} ${person.name}`),
    ...(others.length === 0 ? [] : [`  and ${others.map((person) => emailOf(person).split("@")[0]).join(", ")}`]),
    "",
  ].join("\n");
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
