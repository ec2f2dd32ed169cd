import { confirmed } from "../../dialogs/confirmed.tsx";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { openDialog } from "../../ui/open.ts";
import { showDialog } from "../../ui/show-dialog.ts";
import { dayName } from "../../ui/time.ts";
import { attempt } from "../../ui/toast.ts";
import { Live } from "../live.tsx";
import { RecoveryCodesDialog } from "./recovery-codes.tsx";
import { SetUpDialog } from "./set-up.tsx";

/** Whether logins of one's own account ask for a code, and how that is changed. */
export function TwoStep() {
  return (
    <Live load={() => call("GET /users/me/two_step")} after={["two_step"]}>
      {({ is_enabled: isOn, recovery_codes_left: left, required_from: deadline }) =>
        isOn ? (
          <>
            <p>{t("On: a login asks for a code from your authenticator app.")}</p>
            <p class={left < FEW ? "failure" : "hint"}>{t("Recovery codes left: {count}", { count: left })}</p>
            <p class="button-row">
              <button type="button" class="secondary" onClick={askToReplace}>
                {t("New recovery codes…")}
              </button>
              <button type="button" class="secondary danger" onClick={askToTurnOff}>
                {t("Turn off two-step login…")}
              </button>
            </p>
          </>
        ) : (
          <>
            <p class="hint">
              {t(
                "A login then also asks for a code that an app on your phone shows, so that nobody gets in who knows only your password.",
              )}
            </p>
            {deadline !== null && <p>{t("Your organization requires it from: {day}", { day: dayName(deadline) })}</p>}
            <button type="button" class="secondary" onClick={() => void attempt(begin)}>
              {t("Turn on two-step login…")}
            </button>
          </>
        )
      }
    </Live>
  );
}

const FEW = 3;

async function begin(): Promise<void> {
  const begun = await confirmed(() => call("POST /users/me/two_step"));
  showDialog(() => <SetUpDialog begun={begun} />);
}

const askToReplace = (): void =>
  openDialog("confirm", {
    title: t("New recovery codes?"),
    text: t("The codes that you have kept no longer work."),
    action: t("Create new codes"),
    run: async () => {
      const { recovery_codes: codes } = await confirmed(() => call("POST /users/me/two_step/recovery_codes"));
      showDialog(() => <RecoveryCodesDialog codes={codes} />);
    },
  });

const askToTurnOff = (): void =>
  openDialog("confirm", {
    title: t("Turn off two-step login?"),
    text: t("Whoever knows your password can then log in to your account."),
    action: t("Turn off"),
    run: () => confirmed(() => call("DELETE /users/me/two_step")),
  });
