import type { Readable } from "node:stream";
import { ApiError } from "./errors.ts";
import type { Body, Head } from "./exchange.ts";

const LARGEST_BODY = 25 * 1024 * 1024;
const LONGEST_MS = 120_000;

/** All of a body. Whoever sends too much hears so without our waiting for the rest of it. */
export function wholeBody(head: Head, body: Body): Buffer | Promise<Buffer> {
  if (Number(head.headers["content-length"] ?? 0) > LARGEST_BODY) throw tooLarge();
  return Buffer.isBuffer(body) ? body : gathered(body);
}

function gathered(stream: Readable): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const giveUp = (error: ApiError) => {
      clearTimeout(timer);
      length = Number.POSITIVE_INFINITY;
      parts.length = 0;
      reject(error);
    };
    const timer = setTimeout(() => giveUp(tooSlow()), LONGEST_MS);
    stream.on("data", (part: Buffer) => {
      length += part.length;
      if (length <= LARGEST_BODY) parts.push(part);
      else giveUp(tooLarge());
    });
    stream.on("end", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(parts));
    });
    stream.on("error", () => giveUp(new ApiError("BAD_REQUEST", "The request ended too early")));
  });
}

const tooLarge = (): ApiError => new ApiError("BAD_REQUEST", "The request is too large", {}, 413);
const tooSlow = (): ApiError => new ApiError("BAD_REQUEST", "The request took too long to come", {}, 408);
