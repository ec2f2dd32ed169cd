import { setTimeout as sleep } from "node:timers/promises";
import type { OfferTools } from "#domains/integrations/mcp/protocol/protocol.ts";

const PICTURE = {
  type: "image",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  mimeType: "image/png",
} as const;
const SOUND = {
  type: "audio",
  data: "UklGRiQAAABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YQAAAAA=",
  mimeType: "audio/wav",
} as const;

const text = (words: string) => ({ type: "text", text: words }) as const;
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: words } }) as const;

const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
  properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
  additionalProperties: false,
};

/** The tools that the conformance suite calls by name, of the kinds of content and behavior that the protocol has. */
export const conformanceTools: OfferTools<undefined> = (server, _sender, { fromJsonSchema }) => {
  const description = "For the conformance suite.";
  const returning = (
    name: string,
    ...content: (typeof PICTURE | typeof SOUND | ReturnType<typeof text | typeof resource>)[]
  ) => server.registerTool(name, { description }, () => ({ content }));
  returning("test_simple_text", text("This is a simple text response for testing."));
  returning("test_image_content", PICTURE);
  returning("test_audio_content", SOUND);
  returning("test_embedded_resource", resource("test://embedded-resource", "text/plain", "An embedded resource."));
  returning(
    "test_multiple_content_types",
    text("Multiple content types test:"),
    PICTURE,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  );
  server.registerTool("test_error_handling", { description }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool("test_tool_with_progress", { description }, async ({ mcpReq }) => {
    const { _meta: meta } = mcpReq;
    const progressToken = meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
      await sleep(20);
    }
    return { content: [text("done")] };
  });
  const inputSchema = fromJsonSchema(SCHEMA as Parameters<typeof fromJsonSchema>[0]);
  server.registerTool("json_schema_2020_12_tool", { description, inputSchema }, () => ({ content: [text("done")] }));
};
