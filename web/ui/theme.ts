import { device } from "../platform/device.ts";
import { effect } from "@preact/signals";
import { followLanguage } from "../language/text.ts";
import { connection, setting, state } from "../store.ts";
import { densityOf } from "./density.ts";
import { LOOK_KEY } from "../platform/look-key.ts";

const SCHEMES: Readonly<Record<number, string>> = { 2: "dark", 3: "light" };

/** Applies the user's colours, sizes, density and language to the page, and remembers them for the next start. */
export function followTheme(): void {
  const root = document.documentElement;
  show(root, device.get(LOOK_KEY) ?? "");
  effect(() => {
    if (state.value === undefined) return;
    // What is kept of the last visit may be older than the choice that led to this one.
    if (connection.value === "live") followLanguage(setting("default_language", "en"));
    const look = [
      SCHEMES[setting<number>("color_scheme", 1)] ?? "",
      String(setting("web_font_size_px", 16)),
      densityOf(setting("web_line_height_percent", 140)),
      setting("high_contrast_mode", false) ? "more" : "",
      setting("fluid_layout_width", false) ? "full" : "",
    ].join(",");
    device.set(LOOK_KEY, look);
    show(root, look);
  });
}

function show(root: HTMLElement, look: string): void {
  const [scheme = "", size = "", density = "", contrast = "", width = ""] = look.split(",");
  root.dataset["scheme"] = scheme;
  root.dataset["density"] = density;
  root.dataset["contrast"] = contrast;
  root.dataset["width"] = width;
  if (/^\d+$/.test(size)) root.style.setProperty("--font-size", `${size}px`);
}
