import type { TestEvent } from "node:test/reporters";

/** A reporter that names every test that was left out, in a line with the reason. Node takes the default export. */
export default async function* skippedReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.skip === undefined || data.skip === false) continue;
    yield `${data.name}${typeof data.skip === "string" && data.skip !== "" ? `: ${data.skip}` : ""}\n`;
  }
}
