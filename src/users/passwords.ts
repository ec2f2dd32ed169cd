import { hash, verify } from "@node-rs/argon2";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { badRequest } from "../api/errors.ts";
import { LIMITS } from "../realm/limits.ts";

/** Hashing is meant to be slow; nobody may make the server hash megabytes. */
const LONGEST_HASHED = 1024;

let estimator: ZxcvbnFactory | undefined;

/** The word lists take a moment and some memory, so they are read when somebody first chooses a password. */
function guesses(password: string): number {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return estimator.check(password.slice(0, LIMITS.password_max_length)).guesses;
}

export function checkPasswordStrength(password: string): void {
  if (password.length > LONGEST_HASHED) throw badRequest("The password is too long");
  if (password.length < LIMITS.password_min_length || guesses(password) < LIMITS.password_min_guesses) {
    throw badRequest("The password is too weak");
  }
}

export const hashPassword = (password: string): Promise<string> => hash(password);

/** Checked in place of a password that does not exist, so that the answer takes as long. */
const DECOY = hash("nobody has this password");

export async function passwordMatches(stored: string | undefined, given: string): Promise<boolean> {
  if (given === "" || given.length > LONGEST_HASHED) return false;
  const matches = await verify(stored ?? (await DECOY), given);
  return matches && stored !== undefined;
}
