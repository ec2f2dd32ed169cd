import { call } from "../link/http.ts";
import { attempt } from "../ui/toast.ts";

/** The event that confirms it changes what is shown. */
export const muteUser = (id: number): Promise<boolean> =>
  attempt(() => call("POST /users/me/muted_users/{muted_user_id}", { muted_user_id: id }));

export const unmuteUser = (id: number): Promise<boolean> =>
  attempt(() => call("DELETE /users/me/muted_users/{muted_user_id}", { muted_user_id: id }));
