import { t, tc } from "../../language/text.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { shortMoment } from "../../ui/short-time.ts";
import { fullTime } from "../../ui/time.ts";
import { PAGE_ICONS } from "../icons.ts";
import { ACTION_NAMES } from "./action-names.ts";
import { type ChangeLine, changeLines } from "./changes.ts";
import type { AuditEntry, AuditFilter } from "./entries.ts";
import { actorName, isAccount, targetName } from "./subject-names.ts";

interface EntryRowProps {
  readonly entry: AuditEntry;
  /** Shows only entries that have something in common with this one. */
  readonly onNarrow: (filter: AuditFilter) => void;
}

export function EntryRow({ entry, onNarrow }: EntryRowProps) {
  const { actor, action, target, time } = entry;
  const name = targetName(entry);
  return (
    <>
      {actor.id === null || !isAccount(actor) ? <Icon name={PAGE_ICONS.shield} /> : <Avatar userId={actor.id} />}
      <div class="row-text">
        <p>
          <bdi class="audit-actor">{actorName(actor)}</bdi> · {ACTION_NAMES[action]}
          {name !== undefined && (actor.id === null || target.kind !== "user" || target.id !== String(actor.id)) && (
            <>
              : <bdi>{name}</bdi>
            </>
          )}
        </p>
        <Changes lines={changeLines(entry)} />
        <p class="hint">
          <time dateTime={new Date(time * 1000).toISOString()} title={fullTime(time)}>
            {shortMoment(time)}
          </time>
          {entry.address !== null && <> · {entry.address}</>}
        </p>
        <details class="audit-details">
          <summary>{t("Details")}</summary>
          <Facts entry={entry} />
          <p class="row-buttons">
            {actor.id !== null && isAccount(actor) && (
              <Narrow label={t("Only this person’s")} onNarrow={() => onNarrow({ actor_id: actor.id ?? 0 })} />
            )}
            {target.id !== "" && (
              <Narrow
                label={t("Only about this")}
                onNarrow={() => onNarrow({ target_kind: target.kind, target_id: target.id })}
              />
            )}
            {entry.address !== null && (
              <Narrow label={t("Only from this address")} onNarrow={() => onNarrow({ address: entry.address ?? "" })} />
            )}
          </p>
        </details>
      </div>
    </>
  );
}

const Narrow = ({ label, onNarrow }: { readonly label: string; readonly onNarrow: () => void }) => (
  <button type="button" class="link" onClick={onNarrow}>
    {label}
  </button>
);

const Changes = ({ lines }: { readonly lines: readonly ChangeLine[] }) =>
  lines.length === 0 ? null : (
    <ul class="audit-changes">
      {lines.map(({ name, before, after }, index) => (
        <li key={index}>
          {name !== undefined && (
            <>
              <code>{name}</code>:{" "}
            </>
          )}
          {before !== undefined && (
            <>
              <del>{before}</del> <span aria-hidden="true">→</span>{" "}
            </>
          )}
          {before === undefined ? <bdi>{after}</bdi> : <ins>{after ?? t("nothing")}</ins>}
        </li>
      ))}
    </ul>
  );

function Facts({ entry }: { readonly entry: AuditEntry }) {
  const { actor, target } = entry;
  const facts: readonly (readonly [string, string | number | null])[] = [
    [tc("ID", "Number"), entry.id],
    [t("Action"), entry.action],
    [tc("audit log", "About"), `${target.kind} ${target.id}`.trim()],
    [t("Program"), entry.agent],
    [t("API key"), actor.key_id],
    [t("Session"), actor.session_id],
    [t("Request"), entry.request_id],
  ];
  return (
    <dl class="audit-facts">
      {facts
        .filter(([, value]) => value !== null && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
