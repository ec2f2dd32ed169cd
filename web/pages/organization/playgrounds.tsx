import { useSignal } from "@preact/signals";
import { t, tc } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { attempt } from "../../ui/toast.ts";
import { InlineForm, TextField } from "../inline-form.tsx";
import { administratorsOnly } from "./settings.tsx";
import { emptyAfter } from "../fields/saving.tsx";

/** Places where people can try code of a language. */
export function Playgrounds() {
  const { playgrounds } = current.value.definitions;
  const locked = administratorsOnly();
  return (
    <>
      <p class="hint">{t("Code blocks in these languages get a link to a site where the code can be run.")}</p>
      {locked !== undefined && <p class="hint">{locked}</p>}
      {playgrounds.length === 0 && <p class="hint">{t("No playgrounds yet.")}</p>}
      <ul class="org-rows" aria-label={t("Playgrounds")}>
        {playgrounds.map(({ id, name, pygments_language, url_template }) => (
          <li key={id}>
            <span class="row-main">
              <strong dir="auto">{name}</strong>
              <span class="hint" dir="ltr">
                {pygments_language} · {url_template}
              </span>
            </span>
            {locked === undefined && (
              <button
                type="button"
                class="icon-button"
                aria-label={t("Remove {name}", { name })}
                onClick={() =>
                  void attempt(() => call("DELETE /realm/playgrounds/{playground_id}", { playground_id: id }))
                }
              >
                <Icon name={MORE_ICONS.trash} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {locked === undefined && <NewPlayground />}
    </>
  );
}

function NewPlayground() {
  const name = useSignal("");
  const language = useSignal("");
  const template = useSignal("");
  const fields = [name, language, template];
  const add = () =>
    emptyAfter(fields, () =>
      call("POST /realm/playgrounds", {
        name: name.value.trim(),
        pygments_language: language.value.trim(),
        url_template: template.value.trim(),
      }),
    );
  return (
    <>
      <h3>{t("New playground")}</h3>
      <InlineForm action={t("Add playground")} isReady={fields.every((field) => field.value.trim() !== "")} run={add}>
        <TextField label={t("Name")} value={name} maxLength={100} placeholder="Rust playground" />
        <TextField
          label={tc("programming", "Language")}
          hint={t("As it is named in code blocks.")}
          value={language}
          maxLength={40}
          placeholder="rust"
        />
        <TextField
          label={tc("web address", "Address")}
          hint={t("Use {code} where the code goes.", { code: "{code}" })}
          value={template}
          maxLength={2000}
          placeholder="https://play.rust-lang.org/?code={code}"
        />
      </InlineForm>
    </>
  );
}
