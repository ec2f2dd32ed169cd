import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../language/text.ts";
import { openSwitcher } from "../ui/switcher.ts";
import { openDialog } from "../ui/open.ts";
import { leaveStep } from "../ui/leave-step.ts";
import { STEPS } from "./steps.ts";

interface Stop {
  readonly title: string;
  readonly text: string;
  /** The part of the page that is marked while one reads this. */
  readonly marks: string;
  readonly tries?: { readonly name: string; readonly run: () => void };
}

const STOPS: readonly Stop[] = [
  {
    title: t("Every conversation has a topic"),
    text: t(
      "Channels are for groups of people, and topics for the conversations in them. Read what concerns you, and leave the rest for later.",
    ),
    marks: ".navigation",
  },
  {
    title: t("Your inbox shows what is new"),
    text: t("Your unread messages, by conversation. Open one to read it, or mark it as read from here."),
    marks: "main.inbox",
  },
  {
    title: t("Everything within reach"),
    text: t("Ctrl+K finds people, channels, topics and messages. A question mark shows all keyboard shortcuts."),
    marks: ".search-button",
    tries: { name: t("Try searching"), run: openSwitcher },
  },
];

/** Three steps for newcomers, in the inbox and in nobody's way. Once left, they do not come back. */
export function Tour() {
  const place = useSignal(0);
  const stop = STOPS[place.value] as Stop;
  const isLast = place.value === STOPS.length - 1;
  useEffect(() => {
    const marked = document.querySelector(stop.marks);
    marked?.classList.add("tour-mark");
    return () => marked?.classList.remove("tour-mark");
  }, [stop]);
  const end = () => void leaveStep(STEPS.tour);
  return (
    <section class="tour" aria-label={t("A short tour")}>
      <p class="hint">{t("Step {position} of {count}", { position: place.value + 1, count: STOPS.length })}</p>
      <div aria-live="polite">
        <h2>{stop.title}</h2>
        <p>{stop.text}</p>
      </div>
      <p class="form-buttons">
        <button type="button" class="primary" onClick={() => (isLast ? end() : (place.value += 1))}>
          {isLast ? t("Done") : t("Next")}
        </button>
        {stop.tries !== undefined && (
          <button type="button" class="secondary" onClick={stop.tries.run}>
            {stop.tries.name}
          </button>
        )}
        {isLast && (
          <button type="button" class="secondary" onClick={() => openDialog("keys", {})}>
            {t("Show keyboard shortcuts")}
          </button>
        )}
        {!isLast && (
          <button type="button" class="link" onClick={end}>
            {t("End the tour")}
          </button>
        )}
      </p>
    </section>
  );
}
