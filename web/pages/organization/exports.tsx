import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { OperationResult } from "../../../src/client/client.ts";
import { t, tc, tn } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { nameOf } from "../../ui/names.tsx";
import { shortMoment } from "../../ui/short-time.ts";
import { openDialog } from "../../ui/open.ts";
import { InlineForm, SelectField } from "../inline-form.tsx";
import { Live } from "../live.tsx";
import { isAdministrator } from "./settings.tsx";

type Export = OperationResult<"GET /export/realm">["exports"][number];

const PUBLIC = 1;
const WITH_CONSENT = 2;

const listExports = () => call("GET /export/realm", { client_capabilities: { export_progress: true } });

/** Everything of the organization in one file. */
export function Exports() {
  if (!isAdministrator()) return <p class="hint">{t("Only administrators can export the organization.")}</p>;
  return (
    <>
      <p class="hint">
        {t("An export is one file with all of the organization’s data, for a backup or another server.")}
      </p>
      <NewExport />
      <h3>{t("Exports")}</h3>
      <Live load={listExports} after={["realm_export"]}>
        {({ exports }, again) =>
          exports.length === 0 ? (
            <p class="hint">{t("No exports yet.")}</p>
          ) : (
            <ul class="org-rows" aria-label={t("Exports")}>
              {exports.map((item) => (
                <ExportRow key={item.id} one={item} again={again} />
              ))}
            </ul>
          )
        }
      </Live>
    </>
  );
}

function NewExport() {
  const kind = useSignal<1 | 2>(PUBLIC);
  return (
    <InlineForm action={t("Start export")} run={() => call("POST /export/realm", { export_type: kind.value })}>
      <SelectField
        label={tc("of an export", "Contents")}
        value={kind}
        options={[
          { value: PUBLIC, label: t("Public data") },
          { value: WITH_CONSENT, label: t("Include private data of those who agree") },
        ]}
      />
      {kind.value === WITH_CONSENT && (
        <Live load={() => call("GET /export/realm/consents")}>
          {({ export_consents: all }) => (
            <p class="hint">
              {tn(
                all.filter(({ consented }) => consented).length,
                "{count} of {all} people agrees, in their own settings.",
                "{count} of {all} people have agreed, in their settings.",
                { all: all.length },
              )}
            </p>
          )}
        </Live>
      )}
    </InlineForm>
  );
}

/** How often the progress of an export is asked for. Events tell of its end, not of every step. */
const PROGRESS_MS = 2000;

function ExportRow({ one: item, again }: { readonly one: Export; readonly again: () => void }) {
  const { pending, export_url: url, id } = item;
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setInterval(again, PROGRESS_MS);
    return () => clearInterval(timer);
  }, [pending]);
  const remove = () =>
    openDialog("confirm", {
      title: pending ? t("Cancel this export?") : t("Delete this export?"),
      text: t("Its file can no longer be downloaded."),
      action: pending ? t("Cancel the export") : t("Delete"),
      run: () => call("DELETE /export/realm/{export_id}", { export_id: id }),
    });
  return (
    <li>
      <span class="row-main">
        <strong>{shortMoment(item.export_time)}</strong>
        <span class="hint">
          {item.export_type === PUBLIC ? t("Public data") : t("Include private data of those who agree")} ·{" "}
          {t("by {person}", { person: nameOf(item.acting_user_id) })} · {statusOf(item)}
        </span>
        {pending && <progress max={100} value={item.progress ?? 0} aria-label={t("Progress of the export")} />}
      </span>
      {url !== null && (
        <a class="icon-button" href={new URL(url).pathname} download aria-label={t("Download")} title={t("Download")}>
          <Icon name={MORE_ICONS.download} />
        </a>
      )}
      {(pending || url !== null) && (
        <button
          type="button"
          class="icon-button"
          aria-label={pending ? t("Cancel the export") : t("Delete the export")}
          onClick={remove}
        >
          <Icon name={pending ? "x" : MORE_ICONS.trash} />
        </button>
      )}
    </li>
  );
}

function statusOf({ pending, progress, failed_timestamp: failedAt, deleted_timestamp: deletedAt }: Export): string {
  if (pending) return t("{percent} % done", { percent: progress ?? 0 });
  if (failedAt !== null) return t("failed: {time}", { time: shortMoment(failedAt) });
  return deletedAt === null ? tc("export", "ready") : t("deleted: {time}", { time: shortMoment(deletedAt) });
}
