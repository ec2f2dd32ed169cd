import type { Socket } from "node:net";
import { Readable, Writable } from "node:stream";
import { COPY_DONE, copyData, copyFail } from "../wire/requests.ts";

/** A COPY on its way. */
export interface Copy {
  readonly stream: Readable | Writable;
  /** Takes what the server sends. */
  take(bytes: Buffer): void;
  /** Called when the server has completed it, or with the reason why it has not. */
  finish(error?: Error): void;
}

/** A COPY may fail before anybody has begun to use its stream: whoever reads or writes it gets the failure all the same. */
const ignore = () => {};

/**
 * `copy … to stdout`: while nobody reads, nothing is taken from the socket. Where somebody stops reading, the server is told
 * to cancel it, because there may be hours of rows left; a transaction that it is a part of fails.
 */
export function copyOut(socket: Socket, cancel: () => void): Copy {
  let isFinished = false;
  const stream = new Readable({ read: () => void socket.resume() });
  stream.on("error", ignore);
  stream.once("close", () => {
    if (isFinished) return;
    cancel();
    // What is on its way is read and dropped.
    socket.resume();
  });
  return {
    stream,
    take(bytes) {
      if (!stream.destroyed && !stream.push(bytes)) socket.pause();
    },
    finish(error) {
      isFinished = true;
      if (error === undefined) stream.push(null);
      else stream.destroy(error);
      socket.resume();
    },
  };
}

/** `copy … from stdin`: ends when the server has stored the rows, and fails if it refuses them. */
export function copyIn(socket: Socket): Copy {
  let isFinished = false;
  let onStored: ((error?: Error) => void) | undefined;
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => void socket.write(copyData(chunk), done),
    final(done) {
      onStored = done;
      socket.write(COPY_DONE);
    },
    destroy(error, done) {
      if (!isFinished && onStored === undefined) socket.write(copyFail(error?.message ?? "given up"));
      done(error);
    },
  });
  stream.on("error", ignore);
  return {
    stream,
    take: () => {},
    finish(error) {
      isFinished = true;
      if (onStored !== undefined) onStored(error);
      else stream.destroy(error ?? new Error("the server has ended the COPY"));
    },
  };
}
