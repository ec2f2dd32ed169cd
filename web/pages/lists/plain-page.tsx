import { number } from "../../language/text.ts";
import type { ComponentChildren } from "preact";
import { Icon, type IconName, type IconPath } from "../../ui/icon.tsx";
import { Header } from "../../ui/header.tsx";

interface PlainPageProps {
  readonly icon: IconName | IconPath;
  /** The page above this one, where there is one. */
  readonly above?: { readonly name: string; readonly href: string };
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page of one column, with the way back to the page above it. */
export function PlainPage({ icon, above, title, children }: PlainPageProps) {
  return (
    <main class="column page" id="main" tabIndex={-1}>
      <Header>
        <h1 class="page-title">
          <Icon name={icon} />
          {above !== undefined && (
            <>
              <a href={above.href}>{above.name}</a>
              <span class="chevron" aria-hidden="true">
                ›
              </span>
            </>
          )}
          <span class="name">{title}</span>
        </h1>
      </Header>
      <div class="page-content plain scroll">{children}</div>
    </main>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly path: string; readonly name: string; readonly count?: number }[];
  readonly open: string;
  /** The address without the tab. */
  readonly base: string;
}

/** Parts of a page, each with an address of its own. */
export function Tabs({ label, tabs, open, base }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ path, name, count }) => (
        <a key={path} href={`${base}/${path}`} aria-current={path === open ? "page" : undefined}>
          {name} {count !== undefined && <span class="count">{number(count)}</span>}
        </a>
      ))}
    </nav>
  );
}
