import { useSignal } from "@preact/signals";
import { t, tc } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { Linkifier } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { attempt } from "../../ui/toast.ts";
import { openDialog } from "../../ui/open.ts";
import { InlineForm, TextField } from "../inline-form.tsx";
import { Sortable } from "../lists/sortable.tsx";
import { LinkifierTrial } from "./linkifier-trial.tsx";
import { administratorsOnly } from "./settings.tsx";
import { emptyAfter } from "../fields/saving.tsx";

/** Patterns of text that become links in messages and topics. */
export function Linkifiers() {
  const { linkifiers } = current.value.definitions;
  const locked = administratorsOnly();
  const edited = useSignal<number | undefined>(undefined);
  return (
    <>
      <p class="hint">
        {t(
          "Text that matches a pattern becomes a link in new messages and topics, such as #123 to that issue. Patterns are tried from top to bottom.",
        )}
      </p>
      {locked !== undefined && <p class="hint">{locked}</p>}
      {linkifiers.length === 0 && <p class="hint">{t("No linkifiers yet.")}</p>}
      <Sortable
        label={t("Linkifiers")}
        items={linkifiers}
        idOf={({ id }) => id}
        nameOf={({ pattern }) => pattern}
        isLocked={locked !== undefined}
        save={(ids) => attempt(() => call("PATCH /realm/linkifiers", { ordered_linkifier_ids: [...ids] }))}
      >
        {(linkifier) =>
          edited.value === linkifier.id ? (
            <LinkifierForm linkifier={linkifier} onDone={() => (edited.value = undefined)} />
          ) : (
            <>
              <span class="row-main">
                <code dir="ltr">{linkifier.pattern}</code>
                <span class="hint" dir="ltr">
                  {linkifier.url_template}
                </span>
              </span>
              {locked === undefined && (
                <RowButtons linkifier={linkifier} onEdit={() => (edited.value = linkifier.id)} />
              )}
            </>
          )
        }
      </Sortable>
      {locked === undefined && (
        <>
          <h3>{t("New linkifier")}</h3>
          <LinkifierForm />
        </>
      )}
    </>
  );
}

function RowButtons({ linkifier, onEdit }: { readonly linkifier: Linkifier; readonly onEdit: () => void }) {
  const name = linkifier.pattern;
  return (
    <>
      <button type="button" class="icon-button" aria-label={t("Change {name}", { name })} onClick={onEdit}>
        <Icon name="pencil" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Remove {name}", { name })}
        onClick={() =>
          openDialog("confirm", {
            title: t("Remove this linkifier?"),
            text: t("Messages already sent keep their links. New ones will not get any for {name}.", { name }),
            action: t("Remove"),
            run: () => call("DELETE /realm/filters/{filter_id}", { filter_id: linkifier.id }),
          })
        }
      >
        <Icon name={MORE_ICONS.trash} />
      </button>
    </>
  );
}

interface LinkifierFormProps {
  readonly linkifier?: Linkifier;
  readonly onDone?: () => void;
}

function LinkifierForm({ linkifier, onDone }: LinkifierFormProps) {
  const pattern = useSignal(linkifier?.pattern ?? "");
  const template = useSignal(linkifier?.url_template ?? "");
  const save = async () => {
    const wanted = { pattern: pattern.value.trim(), url_template: template.value.trim() };
    await emptyAfter([pattern, template], () =>
      linkifier === undefined
        ? call("POST /realm/filters", wanted)
        : call("PATCH /realm/filters/{filter_id}", { filter_id: linkifier.id, ...wanted }),
    );
    onDone?.();
  };
  return (
    <InlineForm
      action={linkifier === undefined ? t("Add linkifier") : t("Save")}
      isReady={pattern.value.trim() !== "" && template.value.trim() !== ""}
      run={save}
      others={
        onDone !== undefined && (
          <button type="button" class="secondary" onClick={onDone}>
            {t("Cancel")}
          </button>
        )
      }
    >
      <TextField
        label={t("Pattern")}
        hint={t("A regular expression with a named group for each part that the URL needs.")}
        value={pattern}
        maxLength={1000}
        placeholder="#(?P<id>[0-9]+)"
      />
      <TextField
        label={tc("web address", "Address")}
        hint={t("The URL it links to, with the names of the groups in braces.")}
        value={template}
        maxLength={2000}
        placeholder="https://github.com/parley/parley/issues/{id}"
      />
      <LinkifierTrial pattern={pattern.value} template={template.value} id={linkifier?.id} />
    </InlineForm>
  );
}
