import { signal } from "@preact/signals";

/** An offer of the browser to install Parley as an app, which comes once and early. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export const installOffer = signal<InstallOffer | undefined>(undefined);

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installOffer.value = event as InstallOffer;
});
addEventListener("appinstalled", () => {
  installOffer.value = undefined;
});
