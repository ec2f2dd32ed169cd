import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { context } from "#markup/test-support.ts";
import { renderMessage } from "#markup/render.ts";
import type { ChosenFields, Integration, WebhookMessage } from "./integration.ts";
import type { WebhookHeaders } from "./requests/signature.ts";
import { payloadOf } from "./payload.ts";
import { INTEGRATIONS } from "./services/all.ts";
import { ApiError } from "#platform/errors.ts";

/** A request as a service sends it, with the message that it becomes; null for none. */
interface Fixture {
  readonly headers?: WebhookHeaders;
  readonly chosen?: ChosenFields;
  readonly payload: unknown;
  readonly event: string;
  readonly message: WebhookMessage | null;
}

const fixturesOf = ({ name }: Integration): [string, Fixture][] =>
  Object.entries(
    JSON.parse(readFileSync(join(import.meta.dirname, "fixtures", `${name}.json`), "utf8")) as Record<string, Fixture>,
  );

function messageOf(integration: Integration, { headers = {}, chosen = {} }: Fixture, value: unknown) {
  const payload = payloadOf(value);
  const event = integration.eventOf(payload, headers);
  const isKnown = Object.hasOwn(integration.events, event);
  return { event, message: isKnown ? integration.message(payload, event, chosen) : undefined };
}

for (const integration of INTEGRATIONS) {
  suite(`fixtures of ${integration.title}`, () => {
    for (const [title, fixture] of fixturesOf(integration)) {
      test(title, () => {
        const { event, message } = messageOf(integration, fixture, fixture.payload);
        assert.deepEqual({ event, message: message ?? null }, { event: fixture.event, message: fixture.message });
      });
    }

    test("every event that it understands has one", () => {
      const seen = new Set(fixturesOf(integration).map(([, { event }]) => event));
      assert.deepEqual(
        Object.keys(integration.events).filter((event) => !seen.has(event)),
        [],
      );
    });

    test("every name of an emoji in them is one", () => {
      for (const [title, { message }] of fixturesOf(integration)) {
        const { html } = renderMessage(message?.content ?? "", context);
        assert.doesNotMatch(html.replace(/<span[^>]*>:\w+:<\/span>/g, ""), /:[a-z_]+:/, title);
      }
    });
  });
}

const EVIL_TEXT = [
  "@**all** @**Hamlet** @*support* **bold** *it* `code` ~~no~~ $$x^2$$ <time:2026-01-01T00:00:00Z> #**general**",
  "# Heading",
  "- item",
  "1. item",
  "> quote",
  "| a | b |",
  "| --- | --- |",
  "```",
  "~~~ spoiler",
  "](x) </p><script>alert(1)</script> &#64;**all** \u2028> x",
].join("\n");
const EVIL_URL = "https://evil.example/)**@**all**`x`](y)$$z$$?a=[b]&c=(d)@*support*";

/** For each evil text a harmless one that is shown in the same way. */
const PAIRS = [
  [EVIL_TEXT, "Words"],
  ["> quote", "Words"],
  ["# Heading", "Words"],
  ["- item", "Words"],
  ["---", "Words"],
  ["/me leaves", "Words"],
  ["`".repeat(5), "Words"],
  [EVIL_URL, "https://fine.example/"],
] as const;

/** The elements of a message outside of its quotes. */
const elementsOf = (html: string): string[] =>
  [
    ...withoutQuotes(html).matchAll(
      /<(h\d|ul|ol|li|hr|pre|table|code|strong|em|del|blockquote|time|script)\b|katex|channel/g,
    ),
  ].map(([found]) => found);

function withoutQuotes(html: string): string {
  let [depth, kept] = [0, ""];
  for (const part of html.split(/(<\/?blockquote>)/)) {
    if (part === "</blockquote>") depth -= 1;
    else if (part === "<blockquote>") kept += depth++ === 0 ? part : "";
    else if (depth === 0) kept += part;
  }
  return kept;
}

/** Every payload in which one text is replaced. */
function* replaced(value: unknown, by: string): Generator {
  if (typeof value === "string") yield by;
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  for (const [key, part] of entries) {
    for (const other of replaced(part, by)) {
      const changed = entries.map(([name, kept]) => [name, name === key ? other : kept] as const);
      yield Array.isArray(value) ? changed.map(([, kept]) => kept) : Object.fromEntries(changed);
    }
  }
}

const INHERITED = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...["prototype", "name", "length", "call", "then", "0"],
];

/** The event and the message, if there is one; a payload may be refused, but nothing else may happen. */
function outcomeOf(integration: Integration, fixture: Fixture): readonly [string, WebhookMessage | undefined] {
  try {
    const { event, message } = messageOf(integration, fixture, fixture.payload);
    return [event, message];
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status === 400, String(error));
    return ["", undefined];
  }
}

suite("texts of strangers", () => {
  /** In these two the sender writes Markdown. */
  const isMarkdown = ({ name }: Integration) => name === "json" || name === "slack_incoming";

  for (const integration of INTEGRATIONS) {
    test(`whatever is in any text of ${integration.title}, it mentions nobody and stays in its place`, () => {
      let tried = 0;
      const contentOf = (fixture: Fixture, payload: unknown): string =>
        outcomeOf(integration, { ...fixture, payload })[1]?.content ?? "";
      for (const [title, fixture] of fixturesOf(integration)) {
        for (const [evil, harmless] of PAIRS) {
          const harmlessOnes = [...replaced(fixture.payload, harmless)];
          for (const [index, payload] of [...replaced(fixture.payload, evil)].entries()) {
            const content = contentOf(fixture, payload);
            const rendered = renderMessage(content, context);
            const { mentionedUsers, mentionedGroups, channelWildcard, topicWildcard } = rendered;
            assert.deepEqual(
              { mentionedUsers, mentionedGroups, channelWildcard, topicWildcard },
              { mentionedUsers: [], mentionedGroups: [], channelWildcard: false, topicWildcard: false },
              `${title}:\n${content}`,
            );
            tried += 1;
            if (isMarkdown(integration)) continue;
            const expected = renderMessage(contentOf(fixture, harmlessOnes[index]), context);
            assert.deepEqual(elementsOf(rendered.html), elementsOf(expected.html), `${title}:\n${content}`);
          }
        }
      }
      assert.ok(tried > 20);
    });
  }

  for (const integration of INTEGRATIONS) {
    test(`the names that every object inherits are only words in any text of ${integration.title}`, () => {
      let tried = 0;
      for (const [title, fixture] of fixturesOf(integration)) {
        for (const name of INHERITED) {
          const changed = [
            ...[...replaced(fixture.payload, name)].map((payload) => ({ ...fixture, payload })),
            ...[...replaced(fixture.headers ?? {}, name)].map((headers) => ({ ...fixture, headers }) as Fixture),
          ];
          for (const payload of changed) {
            const [event, message] = outcomeOf(integration, payload);
            assert.equal(typeof event, "string", `${title}: ${name}`);
            assert.doesNotMatch(`${message?.topic}${message?.content}`, /native code|\[object|function /, title);
            tried += 1;
          }
        }
      }
      assert.ok(tried > 20);
    });
  }

  test("a message stays below the limit, however long its texts are", () => {
    for (const integration of INTEGRATIONS) {
      for (const [title, fixture] of fixturesOf(integration)) {
        for (const payload of replaced(fixture.payload, "wörd 😀 ".repeat(20_000))) {
          const { message } = messageOf(integration, fixture, payload);
          assert.ok(Array.from(message?.content ?? "").length <= 10_000, `${integration.name}: ${title}`);
        }
      }
    }
  });
});
