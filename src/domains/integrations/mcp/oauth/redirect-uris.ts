const MAX_LENGTH = 500;
/** What a browser would run or show in our name, or read from the disk. */
const FORBIDDEN = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "about:",
  "filesystem:",
  "view-source:",
]);
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === "http:" && LOOPBACK.has(hostname);

/** Whether people may be sent there with a code: by https, to a program on their computer, or to an app of theirs. */
export function isRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== "string" || uri.length > MAX_LENGTH) return false;
  const url = URL.parse(uri);
  if (url === null || url.hash !== "" || uri.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "http:") return isLoopback(url);
  return !FORBIDDEN.has(url.protocol);
}

/** Programs on a computer listen on whatever port is free; everything else must be as it was registered. */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  const url = URL.parse(asked);
  if (url === null || !isLoopback(url) || !isRedirectUri(asked)) return false;
  return registered.some((uri) => {
    const known = URL.parse(uri);
    return known !== null && isLoopback(known) && withoutPort(known) === withoutPort(url);
  });
}

function withoutPort(url: URL): string {
  const copy = new URL(url);
  copy.port = "";
  return copy.href;
}

/** Where a redirect leads, for people; undefined for a program on their computer. */
export function placeOf(uri: string): string | undefined {
  const url = new URL(uri);
  if (isLoopback(url)) return undefined;
  return url.protocol === "https:" ? url.host : url.protocol;
}
