import { t } from "../../language/text.ts";
import { isPaused, quiet, setQuiet } from "../../notify/quiet.ts";
import { type MenuItem, type OpenMenu, showMenu } from "../../ui/menu.ts";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { clockTime } from "../../ui/time.ts";
import { showToast } from "../../ui/toast.ts";

const MINUTE = 60_000;

/** In the menu of the account: pauses notifications on this device, or ends the pause. */
export function pauseItem(at: OpenMenu["at"]): MenuItem {
  const { until = 0 } = quiet.value;
  if (!isPaused(quiet.value, new Date()))
    return {
      name: t("Pause notifications…"),
      icon: MORE_ICONS.bellOff,
      // The menu that this is in closes first.
      choose: () => setTimeout(() => showPauseMenu(at)),
    };
  return {
    name: t("Resume notifications (paused until {time})", { time: clockTime(until / 1000) }),
    icon: MORE_ICONS.bell,
    choose: () => {
      pauseUntil(undefined);
      showToast(t("Notifications are on again."));
    },
  };
}

function showPauseMenu(at: OpenMenu["at"]): void {
  const now = new Date();
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(8, 0, 0, 0);
  const item = (name: string, until: number): MenuItem => ({
    name,
    choose: () => {
      pauseUntil(until);
      showToast(t("Nothing is announced on this device until {time}.", { time: clockTime(until / 1000) }));
    },
  });
  showMenu(
    t("Pause notifications"),
    [
      [
        item(t("For 30 minutes"), now.getTime() + 30 * MINUTE),
        item(t("For an hour"), now.getTime() + 60 * MINUTE),
        item(t("For three hours"), now.getTime() + 180 * MINUTE),
        item(t("Until tomorrow morning"), morning.getTime()),
      ],
    ],
    at,
  );
}

function pauseUntil(until: number | undefined): void {
  const { hours } = quiet.value;
  setQuiet({ ...(hours !== undefined && { hours }), ...(until !== undefined && { until }) });
}
