import type { Readable } from "node:stream";
import { gatherBytes } from "../platform/bytes.ts";
import { ApiError } from "./errors.ts";
import type { Body, Head } from "./exchange.ts";

const LARGEST_BODY = 25 * 1024 * 1024;
/** Of callers who have not said who they are: anybody may send as many as they like. */
const LARGEST_OF_STRANGERS = 2 * 1024 * 1024;
const LONGEST_MS = 120_000;

/** All of a body. Whoever sends too much hears so without our waiting for the rest of it. */
export function wholeBody(head: Head, body: Body, isStranger = false): Buffer | Promise<Buffer> {
  const most = isStranger ? LARGEST_OF_STRANGERS : LARGEST_BODY;
  if (Number(head.headers["content-length"] ?? 0) > most) throw tooLarge();
  return Buffer.isBuffer(body) ? body : fromStream(body, most);
}

function fromStream(stream: Readable, most: number): Promise<Buffer> {
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
      if (gathered.length + part.length <= most) gathered.add(part);
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
