import { hash, verify } from "@node-rs/argon2";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import type * as core from "@zxcvbn-ts/core";
import type * as common from "@zxcvbn-ts/language-common";
import { ApiError, badRequest } from "#platform/errors.ts";
import { createWorkPool, PoolFullError } from "#platform/work-pool.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";

/** Hashing is slow on purpose, so an attacker must not be able to make the server hash megabytes. */
const MAX_HASHED_LENGTH = 1024;

const load = createRequire(import.meta.url);
let estimator: core.ZxcvbnFactory | undefined;

/** The word lists take time and memory to load, so they are loaded with the first password that is chosen. */
function guesses(password: string): number {
  estimator ??= createEstimator();
  return estimator.check(password.slice(0, LIMITS.password_max_length)).guesses;
}

function createEstimator(): core.ZxcvbnFactory {
  const { ZxcvbnFactory } = load("@zxcvbn-ts/core") as typeof core;
  const { adjacencyGraphs, dictionary } = load("@zxcvbn-ts/language-common") as typeof common;
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

export function checkPasswordStrength(password: string): void {
  if (password.length > MAX_HASHED_LENGTH) throw badRequest("The password is too long");
  if (password.length < LIMITS.password_min_length || guesses(password) < LIMITS.password_min_guesses) {
    throw badRequest("The password is too weak");
  }
}

/**
 * Hashing takes about 10 ms of a core on a thread of libuv's pool, which has four and also reads files and compresses.
 * With two cores one hash at a time leaves the other core to other requests; 64 waiting hashes are done within a second.
 */
export const hashing = createWorkPool({ running: availableParallelism() >= 4 ? 2 : 1, waiting: 64 });
const RETRY_SECONDS = 1;

async function inPool<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await hashing.run(work);
  } catch (error) {
    if (!(error instanceof PoolFullError)) throw error;
    throw new ApiError("SERVICE_UNAVAILABLE", "Too many people log in at this moment. Try again.", {
      "retry-after": RETRY_SECONDS,
    });
  }
}

export const hashPassword = (password: string): Promise<string> => inPool(() => hash(password));

let decoy: Promise<string> | undefined;

export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  if (password === "" || password.length > MAX_HASHED_LENGTH) return false;
  // Without a stored password this hash is verified instead, so that the time of the answer is the same.
  const other = await (decoy ??= hash("nobody has this password"));
  const matches = await inPool(() => verify(stored ?? other, password));
  return matches && stored !== undefined;
}
