import { readFileSync } from "node:fs";
import { ConfigError } from "../sources.ts";
import { type JwtLogin, jwtLoginFrom } from "./jwt.ts";
import { PROVIDER_KINDS, rulesOf } from "./kinds.ts";
import { missingSecret, type OperatorProvider, settingsOfKind, slugProblem } from "./provider.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_BYTES = 1_000_000;
const MAX_PROVIDERS = 100;

/** What the operator's file has: providers, and keys by which tokens are signed. */
export interface SignOnFile {
  readonly providers: readonly OperatorProvider[];
  readonly jwtLogins: readonly JwtLogin[];
}

export const NO_SIGN_ON_FILE: SignOnFile = { providers: [], jwtLogins: [] };

/** What is wrong with the file is one sentence, which shows no secret. */
export function readSignOnFile(path: string, env: Environment): SignOnFile {
  const wrong = (sentence: string) => new ConfigError(`The file of --sign-on, ${path}: ${sentence}`);
  const list = parsed(path, wrong);
  if (!Array.isArray(list)) throw wrong("It must be a list of providers.");
  if (list.length > MAX_PROVIDERS) throw wrong(`There may be ${MAX_PROVIDERS} providers at most.`);
  const providers: OperatorProvider[] = [];
  const jwtLogins: JwtLogin[] = [];
  for (const [index, entry] of list.entries() as ArrayIterator<[number, unknown]>) {
    const { kind, slug } = (entry ?? {}) as { readonly kind?: unknown; readonly slug?: unknown };
    const name = typeof slug === "string" ? `Provider "${slug}"` : `Provider ${index + 1}`;
    const wrongHere = (sentence: string) => wrong(`${name}: ${sentence}`);
    if (kind === "jwt") jwtLogins.push(jwtLoginOf(entry as Readonly<Record<string, unknown>>, env, wrongHere));
    else providers.push(providerOf(entry, env, wrongHere));
  }
  const slugs = providers.map(({ slug }) => slug);
  const twice = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
  if (twice !== undefined) throw wrong(`Two providers are called "${twice}".`);
  return { providers, jwtLogins };
}

function jwtLoginOf(entry: Readonly<Record<string, unknown>>, env: Environment, wrong: Wrong): JwtLogin {
  const { kind: _, key, organizations, ...rest } = entry;
  if (!isListOfTexts(organizations)) throw wrong("Its organizations must be a list of subdomains.");
  return jwtLoginFrom({ key: secretOf("key", key, env, wrong), organizations, rest }, wrong);
}

type Wrong = (sentence: string) => ConfigError;

function parsed(path: string, wrong: Wrong): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw wrong(`It cannot be read (${(error as { code?: string }).code ?? "failed"}).`);
  }
  if (text.length > MAX_BYTES) throw wrong("It is too large.");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrong("It is not JSON.");
  }
}

function providerOf(entry: unknown, env: Environment, wrong: Wrong): OperatorProvider {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) throw wrong("It must be an object.");
  const { kind, slug, organizations, ...rest } = entry as Record<string, unknown>;
  const known = PROVIDER_KINDS.find((name) => name === kind);
  if (known === undefined) throw wrong(`Its kind must be ${[...PROVIDER_KINDS, "jwt"].join(" or ")}.`);
  const { secret: rules } = rulesOf(known);
  const { [rules?.name ?? ""]: given, ...settings } = rest;
  const wrongSlug = slugProblem(typeof slug === "string" ? slug : "");
  if (wrongSlug !== undefined) throw wrong(wrongSlug);
  const fitting = settingsOfKind(known, settings);
  if (typeof fitting === "string") throw wrong(fitting);
  if (!isListOfTexts(organizations)) throw wrong("Its organizations must be a list of subdomains.");
  const secret = secretOf(rules?.name ?? "", given, env, wrong);
  const missing = missingSecret(fitting);
  if (missing !== undefined && secret === undefined) throw wrong(missing.inFile);
  return { ...fitting, slug: slug as string, secret, organizations };
}

/** A text, or the name of a variable that has it. */
function secretOf(called: string, given: unknown, env: Environment, wrong: Wrong): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string" && given !== "") return given;
  const name = typeof given === "object" && given !== null && "env" in given ? given.env : undefined;
  if (typeof name !== "string") throw wrong(`Its ${called} must be a text or { "env": "NAME" }.`);
  const value = env[name];
  if (value === undefined || value === "") throw wrong(`The variable ${name} of its ${called} is not set.`);
  return value;
}

const isListOfTexts = (list: unknown): list is readonly string[] | undefined =>
  list === undefined || (Array.isArray(list) && list.every((item) => typeof item === "string"));
