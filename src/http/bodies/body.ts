import { gatherBytes } from "#platform/bytes.ts";
import { overloaded } from "./body-budget.ts";
import { ApiError } from "#platform/errors.ts";
import type { ArrivingBody, Body, RequestHead } from "../exchange.ts";

const MAX_MS = 120_000;

/** Reads a whole body. One of more than `most` bytes is refused without waiting for the rest of it. */
export function wholeBody(head: RequestHead, body: Body, most: number): Buffer | Promise<Buffer> {
  const length = Number(head.headers["content-length"] ?? 0);
  if (length > most) throw requestTooLarge();
  return Buffer.isBuffer(body) ? body : fromStream(body, length > 0 ? length : most);
}

function fromStream({ stream, account }: ArrivingBody, most: number): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    let gathered = gatherBytes(most);
    let isRefused = false;
    const giveUp = (error: ApiError) => {
      clearTimeout(timer);
      isRefused = true;
      gathered = gatherBytes();
      account.hold(0);
      reject(error);
    };
    const timer = setTimeout(() => giveUp(tooSlow()), MAX_MS);
    account.onShed(() => giveUp(overloaded()));
    stream.on("data", (part: Buffer) => {
      account.arrived(part.length);
      if (isRefused) return;
      if (gathered.length + part.length > most) {
        giveUp(requestTooLarge());
        return;
      }
      gathered.add(part);
      account.hold(gathered.capacity);
    });
    stream.on("end", () => {
      clearTimeout(timer);
      account.finish();
      resolve(gathered.all());
    });
    stream.on("error", () => giveUp(new ApiError("BAD_REQUEST", "The request ended too early")));
  });
}

export const requestTooLarge = (): ApiError => new ApiError("BAD_REQUEST", "The request is too large", {}, 413);
const tooSlow = (): ApiError => new ApiError("BAD_REQUEST", "The request took too long to come", {}, 408);
