import { againstItsAnswer } from "../harness/own-answer.ts";
import { personAt } from "../harness/people.ts";
import { get, post } from "../harness/requests.ts";

export const register = againstItsAnswer("register", post(personAt(0), "/register", {}));

/** All that somebody may know of a thousand channels. */
export const channels = againstItsAnswer("channels", get(personAt(0), "/streams", { include_public: "true" }));
