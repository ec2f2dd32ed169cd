import { Secret, TOTP } from "otpauth";
import type { CheckedClient } from "../../../../test/harness/checked-client.ts";

/** What an authenticator app shows, so many seconds from now. */
export const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });

/** Turns two-step login on by the code before the present one, so that the present one can be used. */
export async function turnOn(
  person: Pick<CheckedClient, "call">,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = await person.call("POST /users/me/two_step");
  const { recovery_codes } = await person.call("POST /users/me/two_step/confirm", { code: codeOf(secret, -30) });
  return { secret, recoveryCodes: recovery_codes };
}
