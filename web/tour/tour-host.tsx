import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { connection } from "../store.ts";
import { go } from "../ui/route.ts";
import { isFirstOwner, isLeft, STEPS } from "./steps.ts";

const load = () => import("#web/tour/tour.tsx").then(({ Tour }) => Tour);
/** Without it nothing is missing: the tour comes with the next visit. */
const IGNORED = () => undefined;

/** Once a visit: who goes elsewhere from there does not want it now. */
let wasWelcomed = false;

/** Shows newcomers around: the first owner to set things up, everybody else by the tour, which is fetched for that. */
export function TourHost() {
  const loaded = useSignal<{ readonly Tour: FunctionComponent } | undefined>(undefined);
  // What the last visit kept may be older than the step.
  const isCurrent = connection.value === "live";
  const isWelcome = isCurrent && isLeft(STEPS.welcome) && isFirstOwner();
  const isTour = isCurrent && !isWelcome && isLeft(STEPS.tour);
  useEffect(() => {
    if (isWelcome && !wasWelcomed) {
      wasWelcomed = true;
      go("#welcome");
    }
    if (isTour) void load().then((Tour) => (loaded.value = { Tour }), IGNORED);
  }, [isWelcome, isTour]);
  return isTour && loaded.value !== undefined ? <loaded.value.Tour /> : null;
}
