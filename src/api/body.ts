import type { Readable } from "node:stream";
import { gatherBytes } from "../platform/bytes.ts";
import { ApiError } from "./errors.ts";
import type { Body, Head } from "./exchange.ts";

const LARGEST_BODY = 25 * 1024 * 1024;
const LONGEST_MS = 120_000;

/** All of a body. Whoever sends too much hears so without our waiting for the rest of it. */
export function wholeBody(head: Head, body: Body): Buffer | Promise<Buffer> {
  if (Number(head.headers["content-length"] ?? 0) > LARGEST_BODY) throw tooLarge();
  return Buffer.isBuffer(body) ? body : fromStream(body);
}

function fromStream(stream: Readable): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    let gathered = gatherBytes();
    let isRefused = false;
    const giveUp = (error: ApiError) => {
      clearTimeout(timer);
      isRefused = true;
      gathered = gatherBytes();
      reject(error);
    };
    const timer = setTimeout(() => giveUp(tooSlow()), LONGEST_MS);
    stream.on("data", (part: Buffer) => {
      if (isRefused) return;
      if (gathered.length + part.length <= LARGEST_BODY) gathered.add(part);
      else giveUp(tooLarge());
    });
    stream.on("end", () => {
      clearTimeout(timer);
      resolve(gathered.all());
    });
    stream.on("error", () => giveUp(new ApiError("BAD_REQUEST", "The request ended too early")));
  });
}

const tooLarge = (): ApiError => new ApiError("BAD_REQUEST", "The request is too large", {}, 413);
const tooSlow = (): ApiError => new ApiError("BAD_REQUEST", "The request took too long to come", {}, 408);
