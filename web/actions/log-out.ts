import { inBackground } from "../link/background.ts";
import { isTemporary, request } from "../link/http.ts";
import { turnOff } from "../push/subscription.ts";
import { post } from "../store.ts";

export async function logOut(): Promise<void> {
  // Whoever uses this browser next is not told of this user's messages.
  await inBackground(turnOff());
  const isTold = await request("/json/logout", "POST", new URLSearchParams()).then(
    () => true,
    (error: unknown) => !isTemporary(error),
  );
  if (!isTold) sessionStorage.clear();
  post({ kind: "logged-out", isTold });
}
