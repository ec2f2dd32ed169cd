import { createHash } from "node:crypto";
import { randomWord } from "../../../platform/random.ts";

export const newToken = (): string => randomWord(32);

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

export const CONFIRMATION_PATH = "/accounts/confirm_new_email";
