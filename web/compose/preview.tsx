import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Content } from "../feed/content.tsx";
import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import { reasonOf } from "../ui/toast.ts";

/** The message as it will look, rendered by the server as the sent one will be. */
export function Preview({ text }: { text: string }) {
  const html = useSignal<string | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    call("POST /messages/render", { content: text }).then(
      ({ rendered }) => isCurrent && (html.value = rendered),
      (error: unknown) => isCurrent && (failure.value = reasonOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (failure.value !== undefined) {
    return (
      <p class="failure" role="alert">
        {failure.value}
      </p>
    );
  }
  return (
    <div class="preview" aria-busy={html.value === undefined} aria-label={t("Preview")} role="region" tabIndex={0}>
      {html.value !== undefined &&
        (html.value === "" ? <p class="hint">{t("Nothing to preview")}</p> : <Content html={html.value} />)}
    </div>
  );
}
