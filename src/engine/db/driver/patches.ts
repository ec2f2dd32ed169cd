import { DEADLINE_PATCHES } from "./deadline-patches.ts";
import { FAILOVER_PATCHES } from "./failover-patches.ts";
import { FAULT_PATCHES } from "./fault-patches.ts";
import { PARAMETER_PATCHES } from "./parameter-patches.ts";
import { SPEED_PATCHES } from "./speed-patches.ts";

/** All patches by purpose. `npm run driver-diff` shows them as a diff. */
export const PATCHES = {
  faults: FAULT_PATCHES,
  deadlines: DEADLINE_PATCHES,
  failover: FAILOVER_PATCHES,
  parameters: PARAMETER_PATCHES,
  speed: SPEED_PATCHES,
} as const;
