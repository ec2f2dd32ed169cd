const LONGEST = 30;

/** `SvcMobile/20.0 (Android)` calls itself SvcMobile; a name ends at the first slash, digit or bracket after its first word. */
const NAME = /^([^/\s]+(?:\s+[^\d/(\s]+)*)/;

/** The name of the program that sent a request. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  const name = parameter ?? NAME.exec(userAgent?.trim() ?? "")?.[1]?.trim() ?? "";
  // NUL cannot be stored, and nobody means to send one.
  const clean = name.replaceAll("\0", "");
  return clean === "" ? "Unspecified" : shortened(clean);
}

/** Whole characters: half of one cannot be stored, and whoever hears of the message would hear another name. */
function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  return Array.from(name.slice(0, 2 * LONGEST))
    .slice(0, LONGEST)
    .join("");
}

/** Programs with a person in front of them: what they send, their user has read. */
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

/** The name that stands for programs which are too old for this server; nobody else calls themselves so. */
export const isIncompatibleClient = (name: string): boolean => name === "SvcInvalid";
