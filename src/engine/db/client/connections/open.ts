import { PostgresError, unsent } from "../wire/errors.ts";
import { type Link, openLink } from "../wire/link.ts";
import type { ServerRole, Target } from "../wire/target.ts";

/** How connections are opened. */
export interface Opening {
  readonly target: Target;
  /** Settings of the session. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether a standby is refused, as a database that is read-only. */
  readonly isPrimary: boolean;
}

const isStandby = ({ server }: Link): boolean => server.get("in_hot_standby") === "on";
const isReadOnly = (link: Link): boolean =>
  isStandby(link) || link.server.get("default_transaction_read_only") === "on";

const ACCEPTS: Readonly<Record<ServerRole, (link: Link) => boolean>> = {
  any: () => true,
  primary: (link) => !isStandby(link),
  standby: isStandby,
  "read-write": (link) => !isReadOnly(link),
  "read-only": isReadOnly,
  "prefer-standby": isStandby,
};

/** Tries each place in turn, and rejects with the reason of the last one. */
export async function openAny({ target, settings, isPrimary }: Opening, ended: AbortSignal): Promise<Link> {
  const roles: readonly ServerRole[] = target.role === "prefer-standby" ? ["standby", "any"] : [target.role];
  let failure: unknown;
  for (const role of roles) {
    for (const address of target.addresses) {
      try {
        const link = await openLink(address, target, settings, ended);
        const refusal = refusalOf(link, role, isPrimary);
        if (refusal === undefined) return link;
        link.socket.destroy();
        failure = refusal;
      } catch (error) {
        failure = error;
      }
    }
  }
  throw failure;
}

/** For a moment after a failover a proxy may lead to a standby, whose rows are old. */
function refusalOf(link: Link, role: ServerRole, isPrimary: boolean): Error | undefined {
  if (ACCEPTS[role](link) && (!isPrimary || !isStandby(link))) return undefined;
  const message = isStandby(link) ? "the server is a standby" : "the server has another role";
  return unsent(new PostgresError({ code: "25006", message }));
}
