import { t } from "../../language/text.ts";
import type { ProfileField } from "../../state/registered.ts";

export const TYPES = { text: 1, longText: 2, select: 3, date: 4, link: 5, people: 6, account: 7, pronouns: 8 } as const;

export const TYPE_OPTIONS = [
  { value: TYPES.text, label: t("Short text") },
  { value: TYPES.longText, label: t("Long text") },
  { value: TYPES.select, label: t("One of several options") },
  { value: TYPES.date, label: t("Date") },
  { value: TYPES.link, label: t("Link") },
  { value: TYPES.people, label: t("People") },
  { value: TYPES.account, label: t("Account on another site") },
  { value: TYPES.pronouns, label: t("Pronouns") },
] as const satisfies readonly { readonly value: number; readonly label: string }[];

export const typeName = (type: number): string => TYPE_OPTIONS.find(({ value }) => value === type)?.label ?? "";

/** Accounts whose name and address the server knows. */
export const ACCOUNTS = [
  { value: "github", label: "GitHub" },
  { value: "gitlab", label: "GitLab" },
  { value: "twitter", label: "X (Twitter)" },
  { value: "custom", label: t("Other site") },
] as const;

type FieldData = Readonly<Record<string, string | { readonly text: string; readonly order: string }>>;

const dataOf = ({ field_data }: ProfileField): FieldData =>
  field_data === "" ? {} : (JSON.parse(field_data) as FieldData);

interface ListOption {
  readonly key: string;
  readonly text: string;
}

/** The options of a list in their order. */
export const optionsOf = (field: ProfileField): readonly ListOption[] =>
  Object.entries(dataOf(field))
    .flatMap(([key, option]) => (typeof option === "string" ? [] : [{ key, ...option }]))
    .sort((a, b) => Number(a.order) - Number(b.order))
    .map(({ key, text }) => ({ key, text }));

/**
 * Options from lines of text. An option whose text is as before keeps its key, and so the values that people have
 * chosen; others get a new one.
 */
export function optionData(lines: string, before: readonly ListOption[]): FieldData {
  const texts = [...new Set(lines.split("\n").map((line) => line.trim()))].filter(Boolean);
  const kept = new Map(before.map(({ text, key }) => [text, key]));
  let newest = Math.max(-1, ...before.map(({ key }) => Number(key)).filter(Number.isInteger));
  return Object.fromEntries(
    texts.map((text, index) => [kept.get(text) ?? String((newest += 1)), { text, order: String(index + 1) }]),
  );
}

export function accountOf(field: ProfileField): { readonly subtype: string; readonly pattern: string } {
  const { subtype, url_pattern: pattern } = dataOf(field);
  const textOf = (value: unknown, otherwise: string) => (typeof value === "string" ? value : otherwise);
  return { subtype: textOf(subtype, "custom"), pattern: textOf(pattern, "") };
}

/** Whether the server has given the field its name. */
export const isBuiltIn = (field: ProfileField): boolean =>
  field.type === TYPES.account && accountOf(field).subtype !== "custom";
