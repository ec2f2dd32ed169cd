import type { ComponentChildren } from "preact";
import { t } from "../language/text.ts";
import { Icon } from "./icon.tsx";
import { isNavigationOpen } from "./layout.ts";
import { goBack, route } from "./route.ts";
import { searchToReturnTo } from "./search/return.ts";
import { openSwitcher } from "./switcher.ts";

/** The line on top of the middle column. */
export function Header({ children }: { children: ComponentChildren }) {
  return (
    <header class="top">
      <button
        type="button"
        class="icon-button only-small"
        aria-label={t("Channels and conversations")}
        onClick={() => (isNavigationOpen.value = true)}
      >
        <Icon name="menu" />
      </button>
      {searchToReturnTo.value !== undefined ? (
        <a
          class="icon-button"
          href={searchToReturnTo.value}
          aria-label={t("Back to search results")}
          title={t("Back to search results")}
        >
          <Icon name="arrowLeft" />
        </a>
      ) : (
        (route.value.view === "narrow" || route.value.view === "topics") && (
          <button type="button" class="icon-button only-small" aria-label={t("Back")} onClick={goBack}>
            <Icon name="arrowLeft" />
          </button>
        )
      )}
      <div class="title">{children}</div>
      <button type="button" class="search-button" aria-keyshortcuts="Control+K" onClick={() => openSwitcher()}>
        <Icon name="search" />
        <span>{t("Search")}</span>
        <kbd aria-hidden="true">{t("Ctrl K")}</kbd>
      </button>
    </header>
  );
}
