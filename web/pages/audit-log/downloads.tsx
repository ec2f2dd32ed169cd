import { useSignal } from "@preact/signals";
import { number, t, tn } from "../../language/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { allEntries, type AuditEntry, type AuditFilter, MAX_DOWNLOADED } from "./entries.ts";
import { csvOf, jsonLinesOf } from "./files.ts";

interface FileKind {
  readonly label: string;
  readonly name: string;
  readonly type: string;
  readonly text: (entries: readonly AuditEntry[]) => string;
}

const KINDS: readonly FileKind[] = [
  { label: t("Download CSV"), name: "audit-log.csv", type: "text/csv;charset=utf-8", text: csvOf },
  { label: t("Download JSON lines"), name: "audit-log.jsonl", type: "application/jsonl", text: jsonLinesOf },
];

/** Saves all that the filter finds as a file. */
export function Downloads({ filter }: { readonly filter: AuditFilter }) {
  const fetched = useSignal<number | undefined>(undefined);
  const save = async (kind: FileKind) => {
    fetched.value = 0;
    await attempt(async () => {
      const { entries, isWhole } = await allEntries(filter, (count) => (fetched.value = count));
      saveFile(kind, kind.text(entries));
      if (!isWhole)
        showToast(
          t("The file has the newest {count} entries. Choose a shorter time for older ones.", {
            count: number(MAX_DOWNLOADED),
          }),
        );
    });
    fetched.value = undefined;
  };
  return (
    <>
      <p class="row-buttons">
        {KINDS.map((kind) => (
          <button
            key={kind.name}
            type="button"
            class="secondary"
            disabled={fetched.value !== undefined}
            onClick={() => void save(kind)}
          >
            <Icon name={MORE_ICONS.download} /> {kind.label}
          </button>
        ))}
      </p>
      <p class="hint" role="status">
        {fetched.value !== undefined &&
          tn(fetched.value, "{shown} entry so far", "{shown} entries so far", { shown: number(fetched.value) })}
      </p>
    </>
  );
}

/** How long a browser may take to begin with a file. */
const KEPT_MS = 60_000;

function saveFile({ name, type }: FileKind, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
