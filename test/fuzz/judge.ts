import { errorCodesOf } from "#api/documentation/openapi.ts";
import { problem } from "#platform/schema/check.ts";
import type { WireAnswer } from "./exchange.ts";
import type { FuzzRequest } from "./request.ts";

/** What is wrong with the responses to a request, the same for the same fault; undefined if nothing is. */
export type Finding = string;

/** Codes that any endpoint may answer with, whatever it declares: they are decided before it is asked. */
const BEFORE_ENDPOINTS = new Set(["NONEXISTENT_SUBDOMAIN", "CSRF_FAILED", "OTHER_USER"]);
/** A body or a path that is too large, and a path that is another one. */
const OUTSIDE_STATUS = new Set([404, 405, 413, 414, 431]);

export function judge(request: FuzzRequest, answer: WireAnswer | undefined): Finding | undefined {
  if (answer === undefined) return "no response";
  const { status, body } = answer;
  if (status >= 500) return `status ${status}: ${body.trim().slice(0, 200)}`;
  if (request.method === "HEAD" || request.method === "OPTIONS") return undefined;
  const json = parsed(body);
  if (json === undefined) return `status ${status} without JSON`;
  if (request.method !== request.endpoint.method || OUTSIDE_STATUS.has(status)) return undefined;
  return status === 200 ? judgeResult(request, json) : judgeRefusal(request, status, json);
}

function judgeResult({ endpoint }: FuzzRequest, json: Record<string, unknown>): Finding | undefined {
  if (json["result"] !== "success") return "status 200 without success";
  const wrong = problem(endpoint.resultSchema, json, "result");
  return wrong === undefined ? undefined : `the result is not as declared: ${wrong.replaceAll(/\d+/g, "0")}`;
}

function judgeRefusal({ endpoint }: FuzzRequest, status: number, json: Record<string, unknown>): Finding | undefined {
  const { result, code, msg } = json;
  if (result !== "error" || typeof msg !== "string" || typeof code !== "string")
    return `status ${status} without an error code`;
  const isDeclared = (errorCodesOf(endpoint) as ReadonlySet<string>).has(code) || BEFORE_ENDPOINTS.has(code);
  return isDeclared ? undefined : `the code ${code} is not declared`;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Whether two servers that did the same gave the same response, but for times, addresses and random words. */
export function compare(one: WireAnswer | undefined, other: WireAnswer | undefined): Finding | undefined {
  if (one?.status !== other?.status)
    return `the fast path answers ${one?.status ?? "nothing"} (${shortOf(one)}), node:http ${other?.status ?? "nothing"} (${shortOf(other)})`;
  const [first, second] = [comparable(one), comparable(other)];
  return first === second ? undefined : `the bodies differ: ${difference(first, second)}`;
}

const shortOf = (answer: WireAnswer | undefined): string => comparable(answer).slice(0, 120);

const PORT = /(localhost|127\.0\.0\.1):\d+/g;
/** Times, and the IDs of events: jobs of the server take positions in the log at any time. */
const LARGE_NUMBER = /\d{5,}(\.\d+)?/g;
const RANDOM_WORD = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\b[A-Za-z\d_-]{16,}\b/g;
const AGE = /"(\w*(?:age|seconds|retry-after|timestamp|duration)\w*)":[\d.]+/g;

/** Of the log of what was changed: each server counts its own requests. */
const REQUEST_ID = /"request_id":"[^"]*"/g;
/** The picture of a random secret. */
const QR_CODE = /"qr_code":"(?:[^"\\]|\\.)*"/g;
/** An export is written beside requests, on one server sooner than on the other. */
const EXPORT_STATE = /"export_url":(?:null|"[^"]*"),"pending":(?:true|false)/g;

const comparable = (answer: WireAnswer | undefined): string =>
  (answer?.body ?? "")
    .replace(PORT, "host")
    .replace(REQUEST_ID, '"request_id":""')
    .replace(QR_CODE, '"qr_code":""')
    .replace(EXPORT_STATE, '"pending":true')
    .replace(LARGE_NUMBER, "number")
    .replace(RANDOM_WORD, "word")
    .replace(AGE, '"$1":0');

/** Some text around the first place where they differ. */
function difference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `…${one.slice(from, at + 60)}… and …${other.slice(from, at + 60)}…`;
}
