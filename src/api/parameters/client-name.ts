const MAX_LENGTH = 30;

/**
 * The name of `SvcMobile/20.0 (Android)` is SvcMobile; a name ends at the first slash, digit or bracket after its first
 * word.
 */
const NAME = /^([^/\s]+(?:\s+[^\d/(\s]+)*)/;

/** The name of the client program that sent a request. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  const name = parameter ?? NAME.exec(userAgent?.trim() ?? "")?.[1]?.trim() ?? "";
  // NUL cannot be stored, and no client needs it.
  const clean = name.replaceAll("\0", "");
  return clean === "" ? "Unspecified" : shortened(clean);
}

/** Cuts between characters: half of one cannot be stored, and an event would show another name than the stored one. */
function shortened(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  return Array.from(name.slice(0, 2 * MAX_LENGTH))
    .slice(0, MAX_LENGTH)
    .join("");
}

/** Programs with a person in front of them: what a user sends by them counts as read by that user. */
const HUMAN_CLIENTS = new Set([
  "website",
  "ios",
  "android",
  "svcandroid",
  "svcios",
  "svcdesktop",
  "svcmobile",
  "svcelectron",
  "svcterminal",
  "zulipmobile",
  "zulipterminal",
  "zulipelectron",
  "zulipdesktop",
  "snipe",
]);

export const isHumanClient = (name: string): boolean => HUMAN_CLIENTS.has(name.toLowerCase());

/** The name that stands for programs that are too old for this server; no other program uses it. */
export const isIncompatibleClient = (name: string): boolean => name === "SvcInvalid";
