import { createConnection } from "./connection.ts";
import { openAny, type Opening } from "./open.ts";
import type { Request } from "./request.ts";
import { createRetries } from "./retries.ts";

export interface Subscription {
  unlisten(): Promise<void>;
}

interface ListenOptions extends Opening {
  /** Gives up a server that does not respond. */
  readonly watch?: (giveUp: (error: Error) => void) => () => void;
}

export interface Listener {
  readonly channel: string;
  readonly onNotice: (text: string) => void;
  /** Called when notices arrive from now on: at first, and whenever the connection was lost. */
  readonly onListen: () => void;
}

/** Listens on a connection of its own, and again on another one when that is lost. Rejects if it cannot begin. */
export async function listen(options: ListenOptions, ended: AbortSignal, listener: Listener): Promise<Subscription> {
  const { channel, onNotice, onListen } = listener;
  const stopping = new AbortController();
  const stop = AbortSignal.any([ended, stopping.signal]);
  const retries = createRetries();
  const text = `listen "${channel.replaceAll('"', '""')}"`;

  const begin = async (): Promise<void> => {
    const link = await openAny(options, stop);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let isListening = false;
    const connection = createConnection(link, {
      onReady: () => {},
      onNotice: (of, notice) => {
        if (of === channel) onNotice(notice);
      },
      onLost: () => {
        stop.removeEventListener("abort", end);
        if (isListening) again();
      },
    });
    const end = () => connection.end();
    stop.addEventListener("abort", end, { once: true });
    const request: Request = { text, parameters: undefined, types: [], key: undefined, succeed: resolve, fail: reject };
    connection.execute(request);
    const done = options.watch?.((error) => connection.abandon(error));
    try {
      await promise;
    } catch (error) {
      connection.abandon();
      throw error;
    } finally {
      done?.();
    }
    isListening = true;
    retries.noteSuccess();
    if (connection.isLost()) again();
    else onListen();
  };
  const again = () => {
    if (stop.aborted) return;
    retries.noteFailure();
    setTimeout(() => {
      if (!stop.aborted) begin().catch(again);
    }, retries.waitMs());
  };

  await begin();
  return {
    async unlisten() {
      stopping.abort();
    },
  };
}
