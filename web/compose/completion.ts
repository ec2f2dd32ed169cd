/** What somebody is in the middle of typing that can be completed. */
export interface Query {
  readonly kind: "person" | "channel" | "topic" | "emoji" | "command";
  /** Where the sign is that begins it. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** `@_` mentions silently. */
  readonly isSilent?: boolean;
  /** The channel of a topic. */
  readonly channel?: string;
}

const BEFORE = String.raw`(?:^|[\s("'/>*~])`;
const PERSON = new RegExp(String.raw`${BEFORE}(@(_?)(?:\*\*)?([^\s@*#:][^@*#:\n]{0,40})?)$`, "u");
const TOPIC = new RegExp(String.raw`${BEFORE}(#\*\*([^*>\n]+)>([^*\n]{0,60}))$`, "u");
const CHANNEL = new RegExp(String.raw`${BEFORE}(#(?:\*\*)?([^\s#*>][^#*>\n]{0,60})?)$`, "u");
const EMOJI = new RegExp(String.raw`${BEFORE}(:([\p{L}\p{M}\p{N}_+-]{2,40}))$`, "u");
/** Only at the very beginning of a message. */
const COMMAND = /^\/([\w-]{0,32})$/;

/** What is begun before the caret, if anything. Inside code nothing is. */
export function queryAt(text: string, caret: number): Query | undefined {
  const before = text.slice(0, caret);
  if (isInCode(before)) return undefined;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const place = (begun: string) => ({ from: caret - begun.length, to: caret });
  const command = COMMAND.exec(before);
  if (command !== null) return { kind: "command", ...place(command[0]), text: command[1] ?? "" };
  const topic = TOPIC.exec(line);
  if (topic !== null) return { kind: "topic", ...place(topic[1] ?? ""), text: topic[3] ?? "", channel: topic[2] ?? "" };
  const person = PERSON.exec(line);
  if (person !== null)
    return { kind: "person", ...place(person[1] ?? ""), text: person[3] ?? "", isSilent: person[2] === "_" };
  const channel = CHANNEL.exec(line);
  if (channel !== null) return { kind: "channel", ...place(channel[1] ?? ""), text: channel[2] ?? "" };
  const emoji = EMOJI.exec(line);
  if (emoji !== null) return { kind: "emoji", ...place(emoji[1] ?? ""), text: emoji[2] ?? "" };
  return undefined;
}

function isInCode(before: string): boolean {
  const fences = before.match(/^(```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) return true;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
