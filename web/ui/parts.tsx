import { signal } from "@preact/signals";
import { t } from "../language/text.ts";

/** Whether a part of the client could not be loaded: the connection broke, or the server has another version by now. */
const isMissing = signal(false);

/** Uses a part of the client that is loaded when it is needed. Where it cannot be had, the page says so. */
export function withPart<Part>(loading: Promise<Part>, use: (part: Part) => unknown): void {
  const failed = () => (isMissing.value = true);
  const loaded = (part: Part) => {
    isMissing.value = false;
    use(part);
  };
  loading.then(loaded, failed);
}

/** What is written and not sent is kept, so that a reload loses nothing. */
export const MissingPart = () =>
  isMissing.value ? (
    <p class="banner" role="alert">
      {t("A part of Parley could not be loaded.")}{" "}
      <button type="button" class="link" onClick={() => location.reload()}>
        {t("Reload")}
      </button>
    </p>
  ) : null;
