import { senderName } from "#api/callers/auth.ts";
import { type Caller, keyGuard } from "#api/callers/caller.ts";
import { requestOrigin } from "#api/callers/request-origin.ts";
import { refusalOf } from "#api/error-response.ts";
import { guarded } from "#engine/runtime/guarded.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { recording } from "#engine/runtime/recording.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Routed } from "#http/router.ts";
import { createRateLimiter, type RateLimiter } from "#platform/limits/rate-limit.ts";
import type { Tool, ToolArguments } from "../tools/tool.ts";
import type { RequestTool, ToolRefusal } from "./tool-requests.ts";

const CALLS = { seconds: 60, requests: 60 };
const MAX_AT_ONCE = 4;
const MAX_MS = 10_000;

/** Whose agent it is, and the request that brought the call. */
export interface Agent {
  readonly realm: RealmRuntime;
  readonly caller: Caller;
  readonly request: Routed;
  readonly url: string;
}

export interface ToolResult {
  readonly text: string;
  readonly isError?: true;
}

export type CallTool = (agent: Agent, tool: Tool, given: ToolArguments) => Promise<ToolResult>;

const wordsOf = ({ msg, code }: ToolRefusal): string => `${msg} (${code})`;
const failure = (text: string): ToolResult => ({ text, isError: true });

/** Calls of tools, within the limits of an account. A refusal is an answer to the model, which may do better. */
export function createCalls(site: Site, send: RequestTool): CallTool {
  const limiter: RateLimiter | undefined = site.config.rateLimit ? createRateLimiter(CALLS, site.clock) : undefined;
  const underWay = new Map<string, number>();

  const called: CallTool = async (agent, tool, given) => {
    try {
      await record(site, agent, tool, given);
      const answer = await send(agent.request.head, tool, given);
      if ("refusal" in answer) return failure(wordsOf(answer.refusal));
      return { text: tool.present(answer.body, { url: agent.url, given }) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) return failure(wordsOf({ msg: refusal.message, code: refusal.code }));
      // The library would tell the model what the fault says.
      site.log.error({ err: error, tool: tool.name }, "tool failed");
      return failure("Internal server error");
    }
  };

  /** A call that takes too long goes on counting until it has ended. */
  const counted = async (account: string, work: () => Promise<ToolResult>): Promise<ToolResult> => {
    underWay.set(account, (underWay.get(account) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(account) ?? 1) - 1;
      if (left === 0) underWay.delete(account);
      else underWay.set(account, left);
    }
  };

  return async (agent, tool, given) => {
    const account = senderName(agent.realm, agent.caller.user);
    if ((underWay.get(account) ?? 0) >= MAX_AT_ONCE)
      return failure(`At most ${MAX_AT_ONCE} calls may be under way at once. Wait for their answers.`);
    const verdict = limiter?.hit(account);
    if (verdict?.allowed === false) {
      const seconds = Math.ceil(verdict.retryAfter);
      return failure(`At most ${CALLS.requests} calls a minute are allowed. Wait for ${seconds} seconds.`);
    }
    return inTime(counted(account, () => called(agent, tool, given)));
  };
}

/** Recorded before it is done: what an agent has done is never missing. Numbers only, because topics and texts are for readers. */
async function record(
  site: Site,
  { realm, caller, request }: Agent,
  { name }: Tool,
  given: ToolArguments,
): Promise<void> {
  const own = guarded(realm, caller.key && keyGuard(caller.key));
  const recorded = recording(own, ["mcp.tool_called"], requestOrigin(site, request, caller));
  const numbers = Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "number"));
  await recorded.write(caller.user, (tx) => tx.audit("mcp.tool_called", name, { given: numbers }));
}

async function inTime(result: Promise<ToolResult>): Promise<ToolResult> {
  const { promise: late, resolve } = Promise.withResolvers<ToolResult>();
  const timer = setTimeout(
    resolve,
    MAX_MS,
    failure(`It took longer than ${MAX_MS / 1000} seconds. What was asked for may be done all the same.`),
  );
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
