import { signal } from "@preact/signals";
import { t } from "../language/text.ts";
import { connection } from "../store.ts";

/** Whether a part of the client could not be loaded: the connection broke, or the server has another version by now. */
const isMissing = signal(false);

/** Uses a part of the client that is loaded when it is needed. Where it cannot be had, the page says so from then on. */
export function withPart<Part>(loading: Promise<Part>, use: (part: Part) => unknown): void {
  loading.then(use, () => (isMissing.value = true));
}

/** Messages that are written and not sent are kept over a reload, which brings nothing while there is no connection. */
export const MissingPart = () =>
  isMissing.value && connection.value !== "offline" ? (
    <p class="banner" role="alert">
      {t("A part of Parley could not be loaded.")}{" "}
      <button type="button" class="link" onClick={() => location.reload()}>
        {t("Reload")}
      </button>
    </p>
  ) : null;
