import { t } from "../language/text.ts";
import { useClose } from "../ui/dialog.tsx";
import { Form, type FormProps } from "../ui/form.tsx";

/**
 * The rest of a dialog that does something: it closes when it worked. `run` resolves to false to keep the dialog open,
 * because it shows something new. It must throw if the dialog is closed.
 */
export function DialogForm({ run, children, ...props }: Omit<FormProps, "buttons" | "class">) {
  const close = useClose();
  return (
    <Form
      {...props}
      run={async (isOpen) => {
        if ((await run(isOpen)) !== false) close();
      }}
      buttons={(send) => (
        <div class="buttons">
          <button type="button" class="secondary" onClick={close}>
            {t("Cancel")}
          </button>
          {send}
        </div>
      )}
    >
      {children}
    </Form>
  );
}
