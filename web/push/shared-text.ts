/** Other apps share texts with `/share?title=…&text=…&url=…`: the page for it has the text in its address instead. */
export function openSharedText(): void {
  if (location.pathname !== "/share") return;
  const shared = new URLSearchParams(location.search);
  const parts = ["title", "text", "url"].map((name) => shared.get(name)?.trim() ?? "");
  const text = [...new Set(parts)].filter((part) => part !== "").join("\n");
  history.replaceState(null, "", text === "" ? "/" : `/#share/${encodeURIComponent(text)}`);
  // Nothing else tells of an address that was replaced.
  dispatchEvent(new Event("hashchange"));
}
