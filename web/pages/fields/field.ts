/** A setting as data: how it is shown, and what the server calls it. */
interface Common {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

export type Field =
  | (Common & { readonly kind: "toggle" })
  | (Common & { readonly kind: "choice"; readonly options: readonly Option<string | number | null>[] })
  | (Common & { readonly kind: "number"; readonly min: number; readonly max: number; readonly unit?: string })
  | (Common & { readonly kind: "text"; readonly maxLength: number; readonly lines?: number })
  /** Who may do something: a group, or people and groups. */
  | (Common & {
      readonly kind: "who";
      /** Names of the server's own groups that cannot have it. */
      readonly excluded?: readonly string[];
    });

export type Values = Readonly<Record<string, unknown>>;

/** Whether a field is found by all of the words, which are in lower case. */
export function matches({ label, hint = "", name }: Field, words: readonly string[]): boolean {
  const text = `${label} ${hint} ${name.replaceAll("_", " ")}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
