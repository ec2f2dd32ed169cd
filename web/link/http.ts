import type { OperationResult, CallArguments, OperationName } from "../../src/client/client.ts";
import { t } from "../language/text.ts";

/** A refusal of the server. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body["msg"] === "string" ? body["msg"] : t("The server answered with {status}.", { status }));
    this.status = status;
    this.code = typeof body["code"] === "string" ? body["code"] : "";
    this.body = body;
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who asks, if not the owner of the page: the server refuses it where the browser is somebody else's by now. */
  readonly as?: number | undefined;
}

/** Names the user who asks, and in an answer the one whose session has answered. */
export const USER_HEADER = "parley-user";

/**
 * Whose page this is: the first user that is shown in it, or that the server has answered here. It is never another
 * one's: what it has asked for and not got, and what it has not sent yet, ends with it. The shared worker of all tabs is
 * nobody's, and says with each request who asks.
 */
export const page: { owner?: string; onOther?: () => void } = {};

/** Whether the page is this user's. The first one becomes its owner. */
export const isOwner = (id: number | string): boolean => (page.owner ??= `${id}`) === `${id}`;

/** Calls an operation by the session's cookie. Arguments and answers have the types of the server's declarations. */
export const call = <Name extends OperationName>(
  name: Name,
  ...[args]: CallArguments<Name>
): Promise<OperationResult<Name>> => callWith({}, name, args);

export async function callWith<Name extends OperationName>(
  options: CallOptions,
  name: Name,
  args: CallArguments<Name>[0] | undefined,
): Promise<OperationResult<Name>> {
  const [method = "GET", path = ""] = name.split(" ");
  const { target, fields } = encodedArguments(path, args ?? {});
  const hasBody = method !== "GET";
  const query = !hasBody && fields.size > 0 ? `?${fields.toString()}` : "";
  return (await request(
    `/json${target}${query}`,
    method,
    hasBody ? fields : undefined,
    options,
  )) as OperationResult<Name>;
}

function encodedArguments(path: string, args: object): { target: string; fields: URLSearchParams } {
  const fields = new URLSearchParams();
  let target = path;
  for (const [key, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (target.includes(`{${key}}`)) target = target.replace(`{${key}}`, encodeURIComponent(text));
    else fields.set(key, text);
  }
  return { target, fields };
}

const MAX_MS = 60_000;

export async function request(
  url: string,
  method: string,
  body: URLSearchParams | FormData | undefined,
  { signal, headers = {}, as }: CallOptions = {},
): Promise<Readonly<Record<string, unknown>>> {
  const user = as ?? page.owner;
  const response = await fetch(url, {
    method,
    headers: { accept: "application/json", ...(user !== undefined && { [USER_HEADER]: `${user}` }), ...headers },
    credentials: "same-origin",
    cache: "no-store",
    ...(body !== undefined && { body }),
    // A network may answer nothing for ever; how long a file takes, nobody knows.
    ...(signal === undefined ? !(body instanceof FormData) && { signal: AbortSignal.timeout(MAX_MS) } : { signal }),
  });
  const answering = response.headers.get(USER_HEADER);
  if (as === undefined && page.onOther !== undefined && answering !== null && !isOwner(answering)) {
    page.onOther();
    // Nobody is there any more for whom it would be.
    return new Promise(() => {});
  }
  const answer = await jsonOf(response);
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

/** A proxy whose server is away answers with a page. */
async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await response.json()) as Readonly<Record<string, unknown>>;
  } catch {
    throw new Refusal(response.ok ? 502 : response.status, { code: "NOT_JSON" });
  }
}

/** Whether the same request may succeed later: no answer came, or the server is overloaded or away. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof Refusal) return error.status >= 500 || error.status === 429;
  return error instanceof TypeError || (error instanceof DOMException && error.name !== "QuotaExceededError");
}

/** Whether somebody else is logged in in this browser by now. */
export const isOtherUser = (error: unknown): boolean => error instanceof Refusal && error.code === "OTHER_USER";

/** Whether the caller has ended the request. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

export function retryAfterMs(error: unknown): number {
  const seconds = error instanceof Refusal ? error.body["retry-after"] : undefined;
  return typeof seconds === "number" ? seconds * 1000 : 0;
}
