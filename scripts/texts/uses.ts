import { callsIn } from "./calls.ts";
import { firstModules, serverFiles, type Source, sourceOf } from "./sources.ts";
import { untranslatedIn } from "./untranslated.ts";

/** A text that is translated somewhere. */
export interface TextUse {
  readonly context?: string | undefined;
  readonly text: string;
  readonly many?: string | undefined;
  readonly place: string;
}

interface Uses {
  readonly uses: readonly TextUse[];
  /** What cannot be translated as it is written, and where. */
  readonly faults: readonly string[];
}

/** The texts of the client, and what is wrong with the way in which they are given. */
export function usesIn(sources: readonly Source[]): Uses {
  const first = firstModules(sources);
  const found = sources.filter(({ path }) => path !== "language/text.ts").map((source) => usesOf(source));
  const early = sources
    .filter(({ path }) => first.has(path))
    .flatMap((source) =>
      callsIn(source)
        .filter(({ isInFunction }) => !isInFunction)
        .map(({ position }) => `${source.at(position)}: called before the language is known`),
    );
  return {
    uses: found.flatMap(({ uses }) => uses),
    faults: [...found.flatMap(({ faults }) => faults), ...early, ...sources.flatMap(untranslatedIn)],
  };
}

/** The texts of mails, of notifications and of the pages that the server makes. */
export function serverUses(): Uses {
  const sources = [...serverFiles()]
    .filter(([path, text]) => path !== "domains/records/pages/texts.ts" && /\bt[cn]?\(/.test(text))
    .map(([path, text]) => usesOf(sourceOf(path, text, "src")));
  return { uses: sources.flatMap(({ uses }) => uses), faults: sources.flatMap(({ faults }) => faults) };
}

function usesOf(source: Source): Uses {
  const calls = callsIn(source);
  return {
    uses: calls.flatMap(({ context, text, many }) =>
      text === undefined ? [] : [{ context, text, many, place: source.place }],
    ),
    faults: calls
      .filter(({ text }) => text === undefined)
      .map(({ position }) => `${source.at(position)}: not a text but an expression`),
  };
}
