import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { t, tc } from "../../language/text.ts";
import { reasonOf } from "../../ui/toast.ts";
import { isAdministrator } from "../organization/settings.tsx";
import { Downloads } from "./downloads.tsx";
import { type AuditEntry, type AuditFilter, entriesBefore } from "./entries.ts";
import { EntryRow } from "./entry-row.tsx";
import { changed, Filters } from "./filters.tsx";

/** As in pages.css. */
const SMALL = "(max-width: 759px)";

/** Who has changed what, for administrators. */
export function AuditLog() {
  const filter = useSignal<AuditFilter>({});
  // On a phone, the entries would be below the screen. Afterwards it stays as people have left it.
  const isSmall = useMemo(() => matchMedia(SMALL).matches, []);
  if (!isAdministrator()) return <p class="hint">{t("Only administrators can see the audit log.")}</p>;
  const isFiltered = Object.keys(filter.value).length > 0;
  return (
    <>
      <p class="hint">
        {t("Who has changed what, from where, and who has logged in; no messages or personal settings.")}
      </p>
      <details class="audit-fold" open={!isSmall}>
        <summary>{tc("verb", "Filter")}</summary>
        <Filters filter={filter} />
      </details>
      {isFiltered && (
        <p>
          <button type="button" class="link" onClick={() => (filter.value = {})}>
            {t("Show all entries")}
          </button>
        </p>
      )}
      <Downloads filter={filter.value} />
      <Entries
        key={JSON.stringify(filter.value)}
        filter={filter.value}
        isFiltered={isFiltered}
        onNarrow={(more) => (filter.value = changed(filter.value, more))}
      />
    </>
  );
}

const SHOWN_AT_ONCE = 50;

interface EntriesProps {
  readonly filter: AuditFilter;
  readonly isFiltered: boolean;
  readonly onNarrow: (filter: AuditFilter) => void;
}

interface Loaded {
  readonly entries: readonly AuditEntry[];
  readonly before: number | undefined;
}

/** The newest first, and older ones when they are asked for. */
function Entries({ filter, isFiltered, onNarrow }: EntriesProps) {
  const loaded = useSignal<Loaded | undefined>(undefined);
  const isLoading = useSignal(false);
  const failure = useSignal<string | undefined>(undefined);
  const load = async () => {
    isLoading.value = true;
    failure.value = undefined;
    const known = loaded.value;
    try {
      const { entries, before } = await entriesBefore(filter, SHOWN_AT_ONCE, known?.before);
      loaded.value = { entries: [...(known?.entries ?? []), ...entries], before };
    } catch (error) {
      failure.value = reasonOf(error);
    } finally {
      isLoading.value = false;
    }
  };
  useEffect(() => void load(), []);
  const { entries, before } = loaded.value ?? { entries: [], before: undefined };
  return (
    <>
      {entries.length > 0 && (
        <ul class="rows audit-entries" aria-label={t("Audit log")} aria-busy={isLoading.value}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryRow entry={entry} onNarrow={onNarrow} />
            </li>
          ))}
        </ul>
      )}
      {loaded.value !== undefined && entries.length === 0 && (
        <p class="hint nothing">{isFiltered ? t("No entry is like that.") : t("Nothing was recorded yet.")}</p>
      )}
      {failure.value !== undefined && (
        <p class="failure" role="alert">
          {failure.value}{" "}
          <button type="button" class="link" onClick={() => void load()}>
            {t("Try again")}
          </button>
        </p>
      )}
      {before !== undefined && failure.value === undefined && (
        <p class="more-rows">
          <button type="button" class="secondary" disabled={isLoading.value} onClick={() => void load()}>
            {t("Show older entries")}
          </button>
        </p>
      )}
    </>
  );
}
