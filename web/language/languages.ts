import { locale, t } from "./text.ts";

/** Languages that the client has, each by its own name: English, and those whose translations the page tells of. */
export function languages(): readonly { readonly value: string; readonly label: string }[] {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name^="parley-language-"]');
  const translated = [...metas].map(({ name, dataset }) => labelled(name.slice("parley-language-".length), dataset));
  return [labelled("en", {}), ...translated];
}

/** How much is translated is said where it is not everything. */
function labelled(code: string, { percent = "100" }: DOMStringMap) {
  const label = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  if (percent === "100") return { value: code, label };
  const share = (Number(percent) / 100).toLocaleString(locale(), { style: "percent" });
  return { value: code, label: t("{language} ({percent} translated)", { language: label, percent: share }) };
}
