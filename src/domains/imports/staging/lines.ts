import { StringDecoder } from "node:string_decoder";
import { MAX_LINE_LENGTH } from "../limits.ts";

/** The lines of a text in UTF-8, each ended by a newline. `fault` makes the error for what is no line. */
export async function* readLines(
  bytes: AsyncIterable<Buffer>,
  fault: (sentence: string) => Error,
): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const [first = "", ...more] = decoder.write(chunk).split("\n");
    for (const [index, part] of [first, ...more].entries()) {
      if (index > 0) {
        yield parts.join("");
        [parts, length] = [[], 0];
      }
      parts.push(part);
      length += part.length;
      if (length > MAX_LINE_LENGTH) throw fault("the line is too long");
    }
  }
  if (length > 0) throw fault("the line has no end: the file is cut off");
}
