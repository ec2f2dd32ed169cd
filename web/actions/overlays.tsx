import { render } from "preact";
import { startFindingKept } from "../feed/find-kept.ts";
import { t } from "../language/text.ts";
import { Announcer, startAnnouncing } from "../notify/announcer.tsx";
import { startNotifications } from "../notify/start.ts";
import { startTrimming } from "../feed/trim.ts";
import { startServiceWorker } from "../push/start.ts";
import { DialogHost } from "../ui/dialog.tsx";
import { MenuHost } from "../ui/menu-host.tsx";
import { watchBack } from "./back.ts";
import { watchRefusals } from "./refused.ts";
import { watchKeys } from "./watch-keys.ts";

/** Everything that appears in front of the page, in a root of its own; and what listens while it is open. */
export function startOverlays(): () => void {
  const root = document.createElement("section");
  root.ariaLabel = t("Menus and notifications");
  document.body.append(root);
  render(
    <>
      <DialogHost />
      <MenuHost />
      <Announcer />
    </>,
    root,
  );
  const ends = [
    watchKeys(),
    watchBack(),
    startNotifications(),
    startAnnouncing(),
    startFindingKept(),
    watchRefusals(),
    startTrimming(),
  ];
  startServiceWorker();
  return () => {
    for (const end of ends) end();
    render(null, root);
    root.remove();
  };
}
