import { useSignal } from "@preact/signals";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { Snippet } from "../../state/registered.ts";
import { current, property } from "../../store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { showDialog } from "../../ui/show-dialog.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { openDialog } from "../../ui/open.ts";

const MAX_TITLE_LENGTH = 60;

/** Texts that the user writes again and again. */
export function Snippets() {
  const snippets = [...current.value.personal.snippets.values()].sort((a, b) => a.title.localeCompare(b.title));
  return (
    <>
      <p class="hint">{t("Texts that you write often. Insert them from the message box.")}</p>
      <p>
        <button type="button" class="primary" onClick={() => showDialog(() => <SnippetDialog />)}>
          <Icon name="plus" /> {t("New snippet")}
        </button>
      </p>
      {snippets.length === 0 && <p class="hint">{t("None yet.")}</p>}
      <ul class="rows">
        {snippets.map((snippet) => (
          <li key={snippet.id}>
            <div class="row-text">
              <p>
                <bdi>{snippet.title}</bdi>
              </p>
              <p class="hint clipped">
                <bdi>{snippet.content}</bdi>
              </p>
            </div>
            <button
              type="button"
              class="icon-button"
              aria-label={t("Edit {name}", { name: snippet.title })}
              onClick={() => showDialog(() => <SnippetDialog snippet={snippet} />)}
            >
              <Icon name="pencil" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={t("Delete {name}", { name: snippet.title })}
              onClick={() => askToDelete(snippet)}
            >
              <Icon name={MORE_ICONS.trash} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const askToDelete = ({ id, title }: Snippet): void =>
  openDialog("confirm", {
    title: t("Delete “{name}”?", { name: title }),
    text: t("Messages that contain its text are not affected."),
    action: t("Delete"),
    run: () => call("DELETE /saved_snippets/{saved_snippet_id}", { saved_snippet_id: id }),
  });

function SnippetDialog({ snippet }: { readonly snippet?: Snippet }) {
  const title = useSignal(snippet?.title ?? "");
  const content = useSignal(snippet?.content ?? "");
  const run = () => {
    const fields = { title: title.value.trim(), content: content.value };
    return snippet === undefined
      ? call("POST /saved_snippets", fields)
      : call("PATCH /saved_snippets/{saved_snippet_id}", { saved_snippet_id: snippet.id, ...fields });
  };
  return (
    <Dialog title={snippet === undefined ? t("New snippet") : t("Edit snippet")}>
      <DialogForm action={t("Save")} isReady={title.value.trim() !== "" && content.value.trim() !== ""} run={run}>
        <label>
          {t("Title")}
          <input
            type="text"
            maxLength={MAX_TITLE_LENGTH}
            value={title.value}
            onInput={(event) => (title.value = event.currentTarget.value)}
          />
        </label>
        <label>
          {t("Text")}
          <textarea
            class="text-input"
            rows={6}
            maxLength={property("max_message_length", 10_000)}
            value={content.value}
            onInput={(event) => (content.value = event.currentTarget.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  );
}
