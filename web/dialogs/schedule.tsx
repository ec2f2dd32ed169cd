import { useSignal } from "@preact/signals";
import { soonAt } from "./times.ts";
import { t, tc } from "../language/text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "./form.tsx";
import { TimeField } from "./time-field.tsx";

/** Asks when a message is to be sent. `run` gets the time in UNIX seconds. */
export function SendLater({ run }: { run: (time: number) => Promise<unknown> }) {
  const time = useSignal(soonAt(new Date()));
  return (
    <Dialog title={t("Send later")}>
      <DialogForm action={tc("verb", "Schedule")} isReady={time.value > Date.now() / 1000} run={() => run(time.value)}>
        <TimeField time={time} />
      </DialogForm>
    </Dialog>
  );
}
