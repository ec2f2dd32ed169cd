import { type FileHandle, open } from "node:fs/promises";
import { type BoundedMap, createBoundedMap } from "#platform/collections/bounded-map.ts";
import { isoMilliseconds } from "../common/times.ts";
import { type Json, numberAt, objectAt, objectOf, objectsAt } from "../common/json.ts";

/** A post or a reply, in the order of their times. */
export interface TimedPost {
  readonly isDirect: boolean;
  /** The post that begins the thread, which may be this one. */
  readonly root: Json;
  readonly post: Json;
  /** Tells threads apart; undefined if nobody replied. */
  readonly thread: number | undefined;
  readonly at: string;
}

const LINES_IN_MEMORY = 200;

/**
 * Posts come in no order, and each has its replies. Their times and the places of their lines are gathered first; the
 * lines are then read again, in the order of the times, from a file that has them all.
 */
export function postIndex() {
  const times: number[] = [];
  const places: number[] = [];
  const lengths: number[] = [];
  /** 0 for the post itself, and from 1 for its replies. */
  const numbers: number[] = [];
  return {
    /** Adds a line with a post. Returns how many messages have no usable time. */
    add(line: Json, at: number, length: number): number {
      const post = postIn(line);
      let unusable = 0;
      for (const [number, entry] of [post, ...objectsAt(post, "replies")].entries()) {
        const time = numberAt(entry, "create_at");
        if (time === undefined || isoMilliseconds(time) === undefined) unusable += 1;
        else {
          times.push(time);
          places.push(at);
          lengths.push(length);
          numbers.push(number);
        }
      }
      return unusable;
    },
    count: (): number => times.length,
    async *inOrder(path: string): AsyncGenerator<TimedPost> {
      const order = Uint32Array.from(times, (_time, index) => index).sort(
        (a, b) => (times[a] as number) - (times[b] as number) || a - b,
      );
      const lines = createBoundedMap<Json>(LINES_IN_MEMORY);
      const file = await open(path);
      try {
        for (const index of order) {
          const place = places[index] as number;
          const line = await lineAt(file, lines, place, lengths[index] as number);
          const root = postIn(line);
          const replies = objectsAt(root, "replies");
          const number = numbers[index] as number;
          yield {
            isDirect: Object.hasOwn(line, "direct_post"),
            root,
            post: number === 0 ? root : (replies[number - 1] as Json),
            thread: replies.length === 0 ? undefined : place,
            at: isoMilliseconds(times[index]) as string,
          };
        }
      } finally {
        await file.close();
      }
    },
  };
}

export type PostIndex = ReturnType<typeof postIndex>;

const postIn = (line: Json): Json =>
  Object.hasOwn(line, "direct_post") ? objectAt(line, "direct_post") : objectAt(line, "post");

async function lineAt(file: FileHandle, lines: BoundedMap<Json>, place: number, length: number): Promise<Json> {
  const known = lines.get(String(place));
  if (known !== undefined) return known;
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, place);
  const line = objectOf(JSON.parse(buffer.toString("utf8")));
  lines.set(String(place), line);
  return line;
}
