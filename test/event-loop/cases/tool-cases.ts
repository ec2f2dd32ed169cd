import { TOOLS } from "#domains/integrations/mcp/tools/all-tools.ts";
import { argumentsSchema, type Tool } from "#domains/integrations/mcp/tools/tool.ts";
import { bytesAtMost, type HeavyCase } from "./heavy-case.ts";
import { type Shape, someShapes } from "./shapes.ts";

const MAX_BYTES = 64 * 1024;
/** For what is around the large argument. */
const BESIDE = 1000;
const HEADERS = ["Content-Type: application/json", "Accept: application/json, text/event-stream"];
const DEPTHS = [60, 10_000];

interface ArgumentSchemas {
  readonly properties: Readonly<Record<string, { readonly maxLength?: number }>>;
}

/** Every argument of every tool as large as a request may be, of so many shapes, as a text, in a list and nested. */
export function* toolCases(shapes: number): Generator<HeavyCase> {
  let turn = 0;
  for (const tool of TOOLS) {
    const { properties } = argumentsSchema(tool) as ArgumentSchemas;
    for (const [name, { maxLength = MAX_BYTES }] of Object.entries(properties)) {
      for (const shape of someShapes(shapes, (turn += 1))) {
        const what = JSON.stringify(shape.name);
        yield toolCase(tool, `${name} of ${what}`, name, () => textAtMost(shape, MAX_BYTES - BESIDE));
        yield toolCase(tool, `${name} at its limit of ${what}`, name, () =>
          textAtMost(shape, Math.min(maxLength, MAX_BYTES - BESIDE)),
        );
      }
      yield toolCase(tool, `${name} with many numbers`, name, () => Array.from({ length: 5000 }, (_, at) => at));
      for (const depth of DEPTHS)
        yield toolCase(
          tool,
          `${name} ${depth} deep`,
          name,
          () => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown,
        );
    }
  }
}

const textAtMost = (shape: Shape, most: number): string =>
  JSON.parse(bytesAtMost(most, (length) => JSON.stringify(shape.text(length))).toString()) as string;

const GOOD: Readonly<Record<string, unknown>> = {
  query: "words",
  channel: "general",
  channel_id: 14,
  topic: "topic",
  message_id: 1,
  messages: [1],
  emoji_name: "tada",
  type: "channel",
  to: "general",
  content: "words",
};

function toolCase(tool: Tool, what: string, large: string, value: () => unknown): HeavyCase {
  const { required } = argumentsSchema(tool) as { required: readonly string[] };
  const given = () => ({ ...Object.fromEntries(required.map((name) => [name, GOOD[name]])), [large]: value() });
  return {
    of: `the tool ${tool.name}`,
    what,
    caller: "member",
    request: () => ({
      start: "POST /mcp",
      headers: HEADERS,
      body: Buffer.from(
        JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: tool.name, arguments: given() },
        }),
      ),
    }),
  };
}
