import type { Readable } from "node:stream";
import { ApiError } from "./errors.ts";
import type { Body, Head } from "./exchange.ts";

const LARGEST_BODY = 25 * 1024 * 1024;

/** All of a body. Whoever sends too much hears so without our waiting for the rest of it. */
export function wholeBody(head: Head, body: Body): Buffer | Promise<Buffer> {
  if (Number(head.headers["content-length"] ?? 0) > LARGEST_BODY) throw tooLarge();
  return Buffer.isBuffer(body) ? body : gathered(body);
}

function gathered(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    stream.on("data", (part: Buffer) => {
      length += part.length;
      if (length <= LARGEST_BODY) parts.push(part);
      else {
        parts.length = 0;
        reject(tooLarge());
      }
    });
    stream.on("end", () => resolve(Buffer.concat(parts)));
    stream.on("error", () => reject(new ApiError("BAD_REQUEST", "The request ended too early")));
  });
}

const tooLarge = (): ApiError => new ApiError("BAD_REQUEST", "The request is too large", {}, 413);
