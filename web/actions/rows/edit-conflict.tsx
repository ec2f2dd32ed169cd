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
    <section class="edit-conflict" aria-label={t("The message was changed meanwhile")}>
      <p class="failure" role="alert">
        {t("The message was changed meanwhile. This is its text now; yours is below.")}
      </p>
      <pre dir="auto">{theirs}</pre>
      <div class="buttons-left">
        <button type="button" class="secondary" onClick={onTake}>
          {t("Take this text")}
        </button>
        <button type="button" class="secondary" onClick={onKeep}>
          {t("Go on with mine")}
        </button>
      </div>
    </section>
  );
}
