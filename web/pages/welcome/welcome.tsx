import { isAdministrator } from "../../state/people.ts";
import { useSignal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { current, property } from "../../store.ts";
import { go } from "../../ui/route.ts";
import { leaveStep } from "../../ui/leave-step.ts";
import { STEPS } from "../../tour/steps.ts";
import { PlainPage } from "../lists/plain-page.tsx";
import { ChannelsStep } from "./channels-step.tsx";
import { InviteStep } from "./invite-step.tsx";
import { NameStep, PictureStep } from "./identity-steps.tsx";

const PARTS = [
  { name: t("Name"), Content: NameStep },
  { name: t("Picture"), Content: PictureStep },
  { name: t("People"), Content: InviteStep },
  { name: t("Channels"), Content: ChannelsStep },
] as const;

/** The first minutes of an organization, for its owner. Every part can be skipped, and found again in the settings. */
export function Welcome() {
  const place = useSignal(0);
  if (!isAdministrator(current.value))
    return (
      <PlainPage icon="smile" title={t("Welcome")}>
        <p>{t("Administrators set up the organization.")}</p>
      </PlainPage>
    );
  const part = PARTS[place.value] ?? PARTS[0];
  const isLast = place.value === PARTS.length - 1;
  const finish = () => {
    void leaveStep(STEPS.welcome);
    go("#inbox");
  };
  const next = () => (isLast ? finish() : (place.value += 1));
  return (
    <PlainPage icon="smile" title={t("Welcome")}>
      <h2>{t("Set up {organization}", { organization: property("realm_name", "Parley") })}</h2>
      <p class="hint">{t("It takes two minutes. Skip anything you like: it can all be changed later.")}</p>
      <ol class="parts" aria-label={t("Steps")}>
        {PARTS.map(({ name }, index) => (
          <li key={name}>
            <button
              type="button"
              class="choice"
              aria-current={index === place.value ? "step" : undefined}
              onClick={() => (place.value = index)}
            >
              {index + 1}. {name}
            </button>
          </li>
        ))}
      </ol>
      <section class="part" aria-label={part.name} key={part.name}>
        <part.Content />
      </section>
      <p class="form-buttons">
        {place.value > 0 && (
          <button type="button" class="secondary" onClick={() => (place.value -= 1)}>
            {t("Back")}
          </button>
        )}
        <button type="button" class="primary" onClick={next}>
          {isLast ? t("Done") : t("Next")}
        </button>
        <button type="button" class="link" onClick={finish}>
          {t("Skip setup")}
        </button>
      </p>
    </PlainPage>
  );
}
