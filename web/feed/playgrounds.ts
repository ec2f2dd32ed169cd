import { t } from "../language/text.ts";
import type { Playground } from "../state/registered.ts";

/** Adds a link to each playground, with the code in its address. */
export function addPlaygrounds(buttons: HTMLElement, playgrounds: readonly Playground[], code: () => string): void {
  for (const { name, url_template } of playgrounds) {
    const link = document.createElement("a");
    link.href = filledTemplate(url_template, code());
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    link.textContent = t("Open in {playground}", { playground: name });
    buttons.prepend(link);
  }
}

/** The forms of a URL template with the one variable that playgrounds have. */
export const filledTemplate = (template: string, code: string): string =>
  template.replace(
    /\{([?&]?)code\}/,
    (_, sign: string) => (sign === "" ? "" : `${sign}code=`) + encodeURIComponent(code),
  );
