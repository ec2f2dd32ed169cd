import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Content } from "../feed/content.tsx";
import { call } from "../link/http.ts";

/** The message as it will look, rendered by the server as the sent one will be. */
export function Preview({ text }: { text: string }) {
  const html = useSignal<string | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    call("POST /messages/render", { content: text }).then(
      ({ rendered }) => isCurrent && (html.value = rendered),
      (error: unknown) =>
        isCurrent && (failure.value = error instanceof Error ? error.message : "The preview could not be made."),
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
    <div class="preview" aria-busy={html.value === undefined} aria-label="Preview" role="region" tabIndex={0}>
      {html.value !== undefined &&
        (html.value === "" ? <p class="hint">Nothing to preview</p> : <Content html={html.value} />)}
    </div>
  );
}
