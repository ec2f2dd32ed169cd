import type { Clock } from "#platform/clock.ts";

const EVERY_MS = 200;

export interface ProgressLine {
  show(text: string): void;
  /** Removes the line. */
  end(): void;
}

/** One line in a terminal that is written again and again. In a file or a pipe there would be thousands of them. */
export function progressLine(clock: Clock, output: NodeJS.WriteStream = process.stderr): ProgressLine {
  let shownAt = Number.NEGATIVE_INFINITY;
  const write = (text: string) => void (output.isTTY && output.write(`\r\u001B[K${text}`));
  return {
    show(text) {
      if (clock.monotonic() - shownAt < EVERY_MS) return;
      shownAt = clock.monotonic();
      write(text);
    },
    end: () => write(""),
  };
}
