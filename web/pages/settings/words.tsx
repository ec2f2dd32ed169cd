import { useSignal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { attempt, reasonOf } from "../../ui/toast.ts";
import { emptyAfter } from "../fields/saving.tsx";

const MAX_LENGTH = 100;

/** Words that make a message as urgent as a mention. */
export function AlertWords() {
  const word = useSignal("");
  const failure = useSignal("");
  const words = [...current.value.personal.alertWords].sort((a, b) => a.localeCompare(b));
  const add = async () => {
    const added = word.value.trim();
    if (added === "") return;
    try {
      await emptyAfter([word], () => call("POST /users/me/alert_words", { alert_words: [added] }));
      failure.value = "";
    } catch (error) {
      failure.value = reasonOf(error);
    }
  };
  return (
    <>
      <p class="hint">{t("A message with one of these words notifies you as a mention does.")}</p>
      <form
        class="add-line"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <input
          type="text"
          class="text-input"
          aria-label={t("New alert word")}
          placeholder={t("A word or phrase")}
          maxLength={MAX_LENGTH}
          value={word.value}
          onInput={(event) => (word.value = event.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={word.value.trim() === ""}>
          {t("Add")}
        </button>
      </form>
      <p class="failure" role="alert">
        {failure.value}
      </p>
      {words.length === 0 ? (
        <p class="hint">{t("None yet.")}</p>
      ) : (
        <ul class="chips" aria-label={t("Alert words")}>
          {words.map((word) => (
            <li key={word} class="chip">
              <bdi class="name">{word}</bdi>
              <button
                type="button"
                class="icon-button"
                aria-label={t("Remove {name}", { name: word })}
                onClick={() => void attempt(() => call("DELETE /users/me/alert_words", { alert_words: [word] }))}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
