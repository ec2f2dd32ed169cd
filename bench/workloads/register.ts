import { againstSerialization } from "../harness/serialization-rival.ts";
import { personAt } from "../harness/people.ts";
import { get, post } from "../harness/requests.ts";

export const register = againstSerialization("register", post(personAt(0), "/register", {}));

/** All that a user may know of a thousand channels. */
export const channels = againstSerialization("channels", get(personAt(0), "/streams", { include_public: "true" }));
