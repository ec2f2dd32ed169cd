import { t } from "../../language/text.ts";

interface EditConflictProps {
  /** The text that the message has now. */
  readonly theirs: string;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** A message was changed elsewhere while somebody was changing it here: both texts, and the choice between them. */
export function EditConflict({ theirs, onTake, onKeep }: EditConflictProps) {
  return (
    <section class="edit-conflict" aria-label={t("The message has been changed")}>
      <p class="failure" role="alert">
        {t("The message has been changed. This is its current text; yours is below.")}
      </p>
      <pre dir="auto">{theirs}</pre>
      <div class="buttons-left">
        <button type="button" class="secondary" onClick={onTake}>
          {t("Use this text")}
        </button>
        <button type="button" class="secondary" onClick={onKeep}>
          {t("Keep editing mine")}
        </button>
      </div>
    </section>
  );
}
