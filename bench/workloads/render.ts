import MarkdownIt from "markdown-it";
import { renderMessage } from "#markup/render.ts";
import { emptyModel } from "#engine/model/model.ts";
import { putUser } from "#engine/model/mutations.ts";
import type { User } from "#engine/model/records.ts";
import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate } from "../harness/figures.ts";

/** Typical messages: a few words, sometimes with Markdown, now and then longer. */
const MESSAGES = [
  "Sounds good to me, let us do it tomorrow.",
  "Can somebody look at **this one** before the release? It fails on `main` since :coffee: time.",
  "See https://example.com/builds/1234 for the log; @**Hamlet** knows more.",
  "Three things:\n\n* the *first* one\n* the second, see [the page](https://example.com/page)\n* and `the.third(one)`\n\nThat is all.",
  "> somebody said this\n> in two lines\n\nand I do not agree :smile:",
  "```\nfor (const one of many) {\n  print(one);\n}\n```\nis what I ran.",
];

const realm = {
  id: 1,
  subdomain: "",
  name: "x",
  createdAt: 0,
  deactivated: false,
  guestQueuesEndedAt: 0,
  settings: {},
};

/** Rendering alone, without a server, in this process. */
export const render: Benchmark = {
  name: "render",
  unit: "messages/s",
  against: "bare markdown-it, which knows no mentions, emoji or bare addresses",
  better: "higher",
  bar: 0.5,
  goal: 1,
  async run({ scale }) {
    const model = emptyModel(realm, "localhost", 0);
    putUser(model, { id: 1, fullName: "Hamlet", email: "hamlet@example.com", isActive: true } as User);
    const markdown = new MarkdownIt({ html: false, breaks: true });
    const context = { model };
    const seconds = scale.seconds / 4;
    const compared = await alternate(
      scale.rounds,
      () => Promise.resolve(speed(seconds, (source) => renderMessage(source, context).html)),
      () => Promise.resolve(speed(seconds, (source) => markdown.render(source))),
    );
    return figure(compared);
  },
};

function speed(seconds: number, renderOne: (source: string) => string): number {
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < seconds * 1000) {
    for (const message of MESSAGES) renderOne(message);
    done += MESSAGES.length;
  }
  return (done / (performance.now() - started)) * 1000;
}
