/** The types of profile fields, as register lists them. */
export const FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: "Text (short)" },
  LONG_TEXT: { id: 2, name: "Text (long)" },
  SELECT: { id: 3, name: "List of options" },
  DATE: { id: 4, name: "Date" },
  URL: { id: 5, name: "Link" },
  USER: { id: 6, name: "Users" },
  EXTERNAL_ACCOUNT: { id: 7, name: "External account" },
  PRONOUNS: { id: 8, name: "Pronouns" },
} as const;

export const FIELD_TYPE_IDS: readonly number[] = Object.values(FIELD_TYPES).map(({ id }) => id);

/** Whether the values of a type are Markdown. */
export const isRendered = (type: number): boolean =>
  type === FIELD_TYPES.SHORT_TEXT.id || type === FIELD_TYPES.LONG_TEXT.id;

/** Whether a type may be in the summary of a profile: long texts and lists of users are too large. */
export const fitsSummary = (type: number): boolean => type !== FIELD_TYPES.LONG_TEXT.id && type !== FIELD_TYPES.USER.id;
