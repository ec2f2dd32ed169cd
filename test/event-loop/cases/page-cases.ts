import { pathNames } from "#api/endpoint.ts";
import type { PageRoute } from "#api/pages/page.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { domains } from "../../../src/app.ts";
import { encoded } from "../../fuzz/request.ts";
import { bytesAtMost, FORM, formText, type HeavyCase } from "./heavy-case.ts";
import { someShapes } from "./shapes.ts";

/** A key of a page that lets a visitor in, by its path: a new one at each call, where it works only once. */
export type KeysOfPages = ReadonlyMap<string, () => string>;

const MAX_FORM_BYTES = 16 * 1024;
const MAX_PART_LENGTH = 1000;
const MAX_QUERY_LENGTH = 12_000;

/** Pages use what they get only when they are asked for. */
export const pages: readonly PageRoute[] = domains.flatMap((domain) =>
  domain.pages({ site: { config: {} } as Site, realms: {} as Realms }),
);

/** Pages with forms whose path has a key, without the slash at its end. */
export const keyedForms = (): string[] =>
  pages.filter(({ path, fields }) => fields !== undefined && path.endsWith("{key}")).map(({ path }) => path);

/** Every field of every form at the limit of a body, every part of every path and every query, of so many shapes. */
export function* pageCases(keys: KeysOfPages, shapes: number): Generator<HeavyCase> {
  let turn = 0;
  for (const page of pages) {
    const { method, path, fields = [] } = page;
    const names = pathNames(path.replace(/:\w+(?=\})/g, ""));
    for (const shape of someShapes(shapes, (turn += 1))) {
      const name = JSON.stringify(shape.name);
      const base = { of: `${method} ${path}`, caller: "browser" } as const;
      for (const part of names) {
        const filled = pathWith(path, (name) =>
          name === part ? encoded(shape.text(MAX_PART_LENGTH)).slice(0, MAX_PART_LENGTH) : "1",
        );
        yield {
          ...base,
          what: `${part} of ${name}`,
          request: () => ({ start: `${method} ${filled}`, headers: [], body: EMPTY }),
        };
      }
      const good = () => pathWith(path, () => keys.get(path.replace(/\/$/, ""))?.() ?? "1");
      const query = encoded(shape.text(MAX_QUERY_LENGTH)).slice(0, MAX_QUERY_LENGTH);
      yield {
        ...base,
        what: `query of ${name}`,
        request: () => ({ start: `${method} ${good()}?a=${query}`, headers: [], body: EMPTY }),
      };
      for (const field of fields) {
        yield {
          ...base,
          what: `${field} of ${name}`,
          request: () => ({ start: `${method} ${good()}`, headers: [FORM], body: formWith(fields, field, shape.text) }),
        };
      }
    }
  }
}

const EMPTY = Buffer.alloc(0);

const pathWith = (path: string, value: (name: string) => string): string =>
  path.replace(/\{(\w+)(?::\w+)?\}/g, (_all, name: string) => value(name) || "1");

const GOOD_FIELDS: Readonly<Record<string, string>> = {
  email: "somebody@elsinore.example",
  full_name: "Fortinbras of Norway",
  password: "a long winter's tale of 31 words",
  terms: "true",
};

function formWith(fields: readonly string[], large: string, text: (length: number) => string): Buffer {
  const others = fields
    .filter((field) => field !== large)
    .map((field) => `${field}=${formText(GOOD_FIELDS[field] ?? "1")}&`);
  const beginning = `${others.join("")}${large}=`;
  const room = MAX_FORM_BYTES - beginning.length;
  return Buffer.concat([Buffer.from(beginning), bytesAtMost(room, (length) => formText(text(length)))]);
}
