import tlds from "tlds" with { type: "json" };

/** Top-level domains that usually are file name extensions. */
const FILES = new Set(["java", "md", "mov", "py", "zip"]);
/** Reserved for tests, documentation and local networks. */
const RESERVED = ["example", "invalid", "local", "test"];

const KNOWN: ReadonlySet<string> = new Set([...tlds.filter((name) => !FILES.has(name)), ...RESERVED]);

export const isTopLevelDomain = (label: string): boolean => KNOWN.has(label.toLowerCase()) || /^xn--/i.test(label);
