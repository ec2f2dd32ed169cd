import { render } from "preact";
import { t } from "../language/text.ts";
import { startNotifications } from "../notify/start.ts";
import { DialogHost } from "../ui/dialog.tsx";
import { MenuHost } from "../ui/menu-host.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { watchKeys } from "./watch-keys.ts";

/** Everything that appears in front of the page, in a root of its own; and what listens while it is open. */
export function startOverlays(): () => void {
  const root = document.createElement("section");
  root.ariaLabel = t("Menus and notices");
  document.body.append(root);
  render(
    <>
      <DialogHost />
      <MenuHost />
      <Toasts />
    </>,
    root,
  );
  const ends = [watchKeys(), startNotifications()];
  return () => {
    for (const end of ends) end();
    render(null, root);
    root.remove();
  };
}
