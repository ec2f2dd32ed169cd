import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type * as undici from "undici";
import type { BucketUrl } from "#config/bucket-url.ts";
import { gatherBytes } from "#platform/bytes.ts";
import { systemClock } from "#platform/clock.ts";
import { OutboundError } from "./errors.ts";

/** The operator's bucket. Every call is idempotent and is repeated a few times; then it fails with an `OutboundError`. */
export interface Bucket {
  put(key: string, bytes: Buffer): Promise<void>;
  /** The bytes [start, end) of an object, or undefined if there is no such object. */
  get(key: string, start: number, end: number): Promise<Buffer | undefined>;
  /** Whether an object exists. */
  has(key: string): Promise<boolean>;
  /** Up to a thousand keys that begin with a text. */
  list(prefix: string): Promise<string[]>;
  /** Removes an object; it may be gone already. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Where the objects are. It is the operator's own choice, so that the SSRF guard does not apply. */
export interface BucketAddress extends BucketUrl {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Called after each call, with why it failed. */
export type OnBucketCall = (operation: string, seconds: number, failure: OutboundError | undefined) => void;

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
const CONNECT_MS = 3000;
/** For one attempt: no object is larger than a few MiB. */
const ATTEMPT_MS = 15_000;
const CONNECTIONS = 32;
const MAX_BYTES = 8 * 1024 * 1024;
const LIST_LENGTH = 1000;

const load = createRequire(import.meta.url);
const EMPTY = Buffer.alloc(0);

interface Call {
  readonly operation: string;
  readonly method: "PUT" | "GET" | "HEAD" | "DELETE";
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export function openBucket(address: BucketAddress, onCall: OnBucketCall = () => {}): Bucket {
  // Loaded only where a bucket is configured, because it would slow down the start.
  const { Agent, request } = load("undici") as typeof undici;
  const agent = new Agent({ connect: { timeout: CONNECT_MS }, connections: CONNECTIONS, allowH2: false });
  const base = `${address.origin}/${address.bucket}`;
  const urlOf = (key: string) => `${base}/${address.prefix}${key}`;
  const signingKeys = new Map<string, ArrayBuffer>();

  const attempt = async ({ method, url, headers = {}, body }: Call): Promise<Answer> => {
    const { accessKey, secretKey, region } = address;
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { ...headers, "x-amz-content-sha256": sha256(body ?? EMPTY) },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: "s3",
      region,
      cache: signingKeys,
    });
    const signed = await signer.sign();
    const response = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      dispatcher: agent,
      signal: AbortSignal.timeout(ATTEMPT_MS),
      ...(body !== undefined && { body }),
    });
    return { status: response.statusCode, body: await bounded(response.body) };
  };

  const repeated = async (call: Call): Promise<Answer> => {
    for (let [number, pause] = [1, FIRST_PAUSE_MS]; ; [number, pause] = [number + 1, pause * 4]) {
      const isLast = number === ATTEMPTS;
      try {
        const response = await attempt(call);
        if (!isPassing(response.status)) return response;
        if (isLast) throw unreachable(`HTTP ${response.status}`);
      } catch (error) {
        if (error instanceof OutboundError) throw error;
        if (isLast) throw unreachable((error as { code?: string }).code ?? (error as Error).name);
      }
      await sleep(pause);
    }
  };

  const perform = async (call: Call, ...expected: readonly number[]): Promise<Answer> => {
    const start = systemClock.monotonic();
    const report = (failure?: OutboundError) =>
      onCall(call.operation, (systemClock.monotonic() - start) / 1000, failure);
    try {
      const response = await repeated(call);
      const isExpected = expected.includes(response.status) && codeIn(response) !== "NoSuchBucket";
      if (!isExpected) throw refused(call.operation, response);
      report();
      return response;
    } catch (error) {
      report(error as OutboundError);
      throw error;
    }
  };

  return {
    async put(key, body) {
      await perform({ operation: "put", method: "PUT", url: urlOf(key), body }, 200);
    },
    async get(key, start, end) {
      const headers = { range: `bytes=${start}-${end - 1}` };
      const call: Call = { operation: "get", method: "GET", url: urlOf(key), headers };
      const { status, body } = await perform(call, 200, 206, 404, 416);
      if (status === 404 || status === 416) return undefined;
      return status === 200 ? body.subarray(start, end) : body;
    },
    async has(key) {
      const { status } = await perform({ operation: "head", method: "HEAD", url: urlOf(key) }, 200, 404);
      return status === 200;
    },
    async list(prefix) {
      const query = new URLSearchParams({
        "list-type": "2",
        "max-keys": String(LIST_LENGTH),
        prefix: `${address.prefix}${prefix}`,
      });
      const { body } = await perform({ operation: "list", method: "GET", url: `${base}?${query}` }, 200);
      return keysIn(body.toString("utf8")).map((key) => key.slice(address.prefix.length));
    },
    async remove(key) {
      await perform({ operation: "remove", method: "DELETE", url: urlOf(key) }, 200, 204, 404);
    },
    close: () => agent.destroy(),
  };
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Keys have no characters that XML or a URL would write otherwise. */
const keysIn = (xml: string): string[] => [...xml.matchAll(/<Key>([\w./-]+)<\/Key>/g)].map(([, key = ""]) => key);

/** Whether the same request may succeed a moment later. */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;

async function bounded(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const gathered = gatherBytes();
  for await (const piece of body) {
    gathered.add(piece);
    if (gathered.length > MAX_BYTES) throw new OutboundError("unusable", "The bucket's answer is too large.");
  }
  return gathered.all();
}

const unreachable = (reason: string) => new OutboundError("unreachable", `The bucket does not answer (${reason}).`);

/** Names the code of the refusal, such as `AccessDenied`, and nothing else of the answer. */
function refused(operation: string, response: Answer): OutboundError {
  const code = codeIn(response);
  const reason = code === "" ? `HTTP ${response.status}` : `HTTP ${response.status}, ${code}`;
  return new OutboundError("unusable", `The bucket refuses to ${operation} (${reason}).`);
}

const codeIn = ({ status, body }: Answer): string =>
  status < 400 ? "" : (/<Code>(\w{1,60})<\/Code>/.exec(body.toString("latin1", 0, 4096))?.[1] ?? "");
