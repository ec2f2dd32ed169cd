import { isOutsideChannels, lackingScope } from "#engine/model/lookup/api-keys.ts";
import type { Agent, CallTool } from "../calls/call-tool.ts";
import { TOOLS } from "../tools/all-tools.ts";
import { argumentsSchema, type Tool, type ToolArguments } from "../tools/tool.ts";
import type { Library, OfferTools } from "./protocol.ts";

/** A tool that the key of an agent is not for is not there. */
const offeredTo = ({ caller: { key } }: Agent): Tool[] =>
  TOOLS.filter(
    ({ endpoint: { scope, isChannelBound } }) =>
      lackingScope(key, scope) === undefined && !isOutsideChannels(key, isChannelBound),
  );

export function toolsOffered(call: CallTool): OfferTools<Agent> {
  const schemas = new Map<Tool, ReturnType<Library["fromJsonSchema"]>>();
  /** Compiled once. */
  const schemaOf = (tool: Tool, { fromJsonSchema }: Library) => {
    const known = schemas.get(tool) ?? fromJsonSchema(argumentsSchema(tool) as Parameters<typeof fromJsonSchema>[0]);
    schemas.set(tool, known);
    return known;
  };
  return (server, agent, library) => {
    for (const tool of offeredTo(agent)) {
      const { name, title, description, endpoint } = tool;
      const isReading = endpoint.method === "GET";
      const annotations = { title, readOnlyHint: isReading, destructiveHint: false, openWorldHint: false };
      const declared = { title, description, annotations, inputSchema: schemaOf(tool, library) };
      server.registerTool(name, declared, async (given) => {
        const { text, isError } = await call(agent, tool, given as ToolArguments);
        return { content: [{ type: "text", text }], ...(isError && { isError }) };
      });
    }
  };
}
