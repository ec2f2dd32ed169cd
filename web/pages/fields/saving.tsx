import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../../language/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { reasonOf } from "../../ui/toast.ts";

type Progress = { readonly is: "idle" | "saving" | "saved" } | { readonly is: "failed"; readonly reason: string };

export interface Saving {
  /** Saves, and resolves to whether it worked. */
  readonly save: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly progress: Progress;
}

/** How far the saving of a field is. Of two savings on their way the later one tells. */
export function useSaving(): Saving {
  const progress = useSignal<Progress>({ is: "idle" });
  const newest = useRef(0);
  const save = async (work: () => Promise<unknown>) => {
    newest.current += 1;
    const turn = newest.current;
    const tell = (now: Progress) => {
      if (turn === newest.current) progress.value = now;
    };
    tell({ is: "saving" });
    try {
      await work();
      tell({ is: "saved" });
      return true;
    } catch (error) {
      tell({ is: "failed", reason: reasonOf(error) });
      return false;
    }
  };
  return { save, progress: progress.value };
}

export function SavingNote({ progress }: { readonly progress: Progress }) {
  return (
    <span class={progress.is === "failed" ? "failure" : "saving-note"} role="status">
      {progress.is === "saving" && t("Saving…")}
      {progress.is === "saved" && (
        <>
          <Icon name="check" /> {t("Saved")}
        </>
      )}
      {progress.is === "failed" && progress.reason}
    </span>
  );
}

/** Empties the fields once the request has succeeded, except those in which somebody has typed meanwhile. */
export async function emptyAfter(fields: readonly Signal<string>[], request: () => Promise<unknown>): Promise<void> {
  const sent = fields.map((field) => [field, field.value] as const);
  await request();
  for (const [field, value] of sent) if (field.value === value) field.value = "";
}
