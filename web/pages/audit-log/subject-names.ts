import { t } from "../../language/text.ts";
import { groupNameOf } from "../../ui/group-names.ts";
import { channelName, nameOf } from "../../ui/names.tsx";
import type { AuditEntry } from "./entries.ts";

/** Who has done something: an account, or what acts without one. */
export function actorName({ kind, id }: AuditEntry["actor"]): string {
  if (id !== null && isAccount({ kind })) return nameOf(id);
  if (kind === "scim") return t("A directory");
  if (kind === "operator") return t("The server’s operator");
  return kind === "server" ? t("The server") : kind.toUpperCase();
}

/** Whether an account has done something. A directory has the ID of its token. */
export const isAccount = ({ kind }: Pick<AuditEntry["actor"], "kind">): boolean => kind === "user" || kind === "bot";

/** What something was done to; undefined where the action says that already. */
export function targetName({ target: { kind, id }, data }: AuditEntry): string | undefined {
  const { typed } = data;
  if (id === "") return typeof typed === "string" ? typed : t("Others");
  return kind === "realm" ? undefined : (nameOfThing(kind, id) ?? id);
}

/** The same for a thing of which only kind and ID are known. */
export const kindAndName = (kind: string, id: string): string => nameOfThing(kind, id) ?? `${kind} ${id}`;

function nameOfThing(kind: string, id: string): string | undefined {
  switch (kind) {
    case "user":
    case "bot":
      return nameOf(Number(id));
    case "channel":
      return `#${channelName(Number(id))}`;
    case "group":
      return groupNameOf(Number(id));
    default:
      return undefined;
  }
}
