import type { ComponentChildren } from "preact";
import { t } from "../../language/text.ts";
import { Form } from "../../ui/form.tsx";

interface CreateFormProps {
  readonly action: string;
  /** Where "Cancel" leads. */
  readonly back: string;
  readonly run: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form on a page that creates something. */
export const CreateForm = ({ action, back, run, children }: CreateFormProps) => (
  <Form
    action={action}
    run={run}
    class="fields"
    buttons={(send) => (
      <p class="form-buttons">
        {send}
        <a class="secondary" href={back}>
          {t("Cancel")}
        </a>
      </p>
    )}
  >
    {children}
  </Form>
);
