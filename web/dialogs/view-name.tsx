import { useSignal } from "@preact/signals";
import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import { current } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import type { ViewNameProps } from "../ui/open.ts";
import { DialogForm } from "./form.tsx";

const MAX_LENGTH = 100;

/** Saves a view under a name, or gives one that is saved another name. */
export function ViewName({ fragment, name: before }: ViewNameProps) {
  const name = useSignal(before.slice(0, MAX_LENGTH));
  const isSaved = current.value.personal.views.has(fragment);
  const run = () =>
    isSaved
      ? call("PATCH /navigation_views/{fragment}", { fragment, name: name.value.trim() })
      : call("POST /navigation_views", { fragment, is_pinned: true, name: name.value.trim() });
  return (
    <Dialog title={isSaved ? t("Rename the view") : t("Save this view")}>
      <DialogForm action={t("Save")} isReady={name.value.trim() !== ""} run={run}>
        <label>
          {t("Name")}
          <input
            type="text"
            dir="auto"
            maxLength={MAX_LENGTH}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        {!isSaved && <p class="hint">{t("It will be among the views in the sidebar.")}</p>}
      </DialogForm>
    </Dialog>
  );
}
