import { useComputed, useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { t } from "../language/text.ts";
import { Icon, type IconName, type IconPath } from "../ui/icon.tsx";
import { MORE_ICONS } from "../ui/more-icons.ts";
import { Header } from "../ui/header.tsx";
import { type Field, matches } from "./fields/field.ts";

export interface Section {
  /** The word in the address. */
  readonly path: string;
  readonly name: string;
  readonly icon: IconName | IconPath;
  readonly Content: FunctionComponent<{ readonly rest: readonly string[] }>;
  /** Settings of this section, so that they can be searched for. */
  readonly fields?: readonly Field[];
  /** Other words under which it is found. */
  readonly words?: string;
}

interface SectionsProps {
  readonly area: string;
  readonly title: string;
  readonly icon: IconName | IconPath;
  readonly sections: readonly Section[];
  readonly path: readonly string[];
  /** Draws the settings that a search found. */
  readonly Found: FunctionComponent<{ readonly fields: readonly Field[] }>;
}

/** A page of several sections: a list of them beside the open one; on a phone the list comes first. */
export function Sections({ area, title, icon, sections, path, Found }: SectionsProps) {
  const [name, ...rest] = path;
  const query = useSignal("");
  // An address that is opened goes before what was searched for, but not before what is typed as soon as it is shown.
  useLayoutEffect(() => {
    query.value = "";
  }, [name]);
  const open = sections.find((section) => section.path === name) ?? sections[0];
  const found = useComputed(() => foundIn(sections, query.value));
  const isSearching = query.value.trim() !== "";
  return (
    <main class={`column page ${name === undefined && !isSearching ? "page-list" : ""}`} id="main" tabIndex={-1}>
      <Header>
        <h1>
          <Icon name={icon} /> <a href={`#${area}`}>{title}</a>
        </h1>
      </Header>
      <div class="page-body">
        <nav class="page-sections" aria-label={title}>
          <input
            type="search"
            class="text-input"
            aria-label={t("Search in {area}", { area: title })}
            placeholder={t("Search")}
            value={query.value}
            onInput={(event) => (query.value = event.currentTarget.value)}
          />
          <ul>
            {found.value.map(({ section }) => (
              <li key={section.path}>
                <a
                  class="entry"
                  href={`#${area}/${section.path}`}
                  aria-current={section === open && !isSearching ? "page" : undefined}
                  onClick={() => (query.value = "")}
                >
                  <Icon name={section.icon} />
                  <span class="name">{section.name}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="page-content scroll" key={isSearching ? "" : open?.path}>
          {isSearching ? (
            <Results found={found.value} Found={Found} />
          ) : (
            open !== undefined && (
              <>
                <a class="back only-small" href={`#${area}`}>
                  <Icon name={MORE_ICONS.chevronLeft} /> {title}
                </a>
                <h2>{open.name}</h2>
                <open.Content rest={rest} />
              </>
            )
          )}
        </div>
      </div>
    </main>
  );
}

interface Hit {
  readonly section: Section;
  readonly fields: readonly Field[];
}

function foundIn(sections: readonly Section[], text: string): readonly Hit[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections.map((section) => ({ section, fields: [] }));
  const isNamed = ({ name, words: others = "" }: Section) => {
    const own = `${name} ${others}`.toLocaleLowerCase();
    return words.every((word) => own.includes(word));
  };
  return sections
    .map((section) => ({ section, fields: (section.fields ?? []).filter((field) => matches(field, words)) }))
    .filter(({ section, fields }) => fields.length > 0 || isNamed(section));
}

function Results({ found, Found }: { readonly found: readonly Hit[]; readonly Found: SectionsProps["Found"] }) {
  const hits = found.filter(({ fields }) => fields.length > 0);
  if (hits.length === 0)
    return <p class="hint">{found.length === 0 ? t("No results.") : t("Choose a section from the list.")}</p>;
  return (
    <>
      {hits.map(({ section, fields }) => (
        <section key={section.path}>
          <h2>{section.name}</h2>
          <Found fields={fields} />
        </section>
      ))}
    </>
  );
}
