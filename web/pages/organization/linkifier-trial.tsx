import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../../language/text.ts";
import type { OperationResult } from "../../../src/client/client.ts";
import { call } from "../../link/http.ts";
import { reasonOf } from "../../ui/toast.ts";
import { TextField } from "../inline-form.tsx";

interface LinkifierTrialProps {
  readonly pattern: string;
  readonly template: string;
  /** Of a linkifier that is being changed. */
  readonly id: number | undefined;
}

type Matches = OperationResult<"GET /realm/linkifiers/trial">["matches"];
type Outcome =
  | { readonly is: "tried"; readonly text: string; readonly matches: Matches }
  | { readonly is: "refused"; readonly reason: string };

/** Long enough that one request is made for a word, and short enough to seem immediate. */
const PAUSE_MS = 200;

/** Shows what a pattern makes of a text, by the server's own rules, before it is saved. */
export function LinkifierTrial({ pattern, template, id }: LinkifierTrialProps) {
  const text = useSignal("");
  const outcome = useSignal<Outcome | undefined>(undefined);
  useEffect(() => {
    outcome.value = undefined;
    if (pattern.trim() === "" || template.trim() === "" || text.value === "") return undefined;
    let isCurrent = true;
    const tried = text.value;
    const timer = setTimeout(() => {
      call("GET /realm/linkifiers/trial", {
        pattern: pattern.trim(),
        url_template: template.trim(),
        text: tried,
        ...(id !== undefined && { filter_id: id }),
      }).then(
        ({ matches }) => isCurrent && (outcome.value = { is: "tried", text: tried, matches }),
        (error: unknown) => isCurrent && (outcome.value = { is: "refused", reason: reasonOf(error) }),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [pattern, template, text.value]);
  return (
    <>
      <TextField
        label={t("Try it")}
        hint={t("Type a text as someone might write it.")}
        value={text}
        maxLength={1000}
        placeholder={t("See #42 for why")}
      />
      <output class="org-trial" dir="auto">
        {outcome.value?.is === "refused" && <span class="failure">{outcome.value.reason}</span>}
        {outcome.value?.is === "tried" && <Linked text={outcome.value.text} matches={outcome.value.matches} />}
        {outcome.value?.is === "tried" && outcome.value.matches.length === 0 && (
          <span class="hint">{t("Nothing in it would become a link.")}</span>
        )}
      </output>
    </>
  );
}

/** A text with its links. */
function Linked({ text, matches }: { readonly text: string; readonly matches: Matches }) {
  const ends = [0, ...matches.map(({ end }) => end)];
  return (
    <span>
      {matches.map(({ start, end, url }, index) => (
        <Fragment key={start}>
          {text.slice(ends[index], start)}
          <a class="link" href={url} title={url} target="_blank" rel="noopener noreferrer">
            {text.slice(start, end)}
          </a>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}{" "}
    </span>
  );
}
