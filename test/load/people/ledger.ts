import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import type { Destination } from "./organization.ts";

/** Every message that was sent, and who received it: none may be lost, and none received twice. */
export interface Ledger {
  /** Notes that a message is about to be sent, and returns the text that names it. */
  begin(to: Destination): { readonly number: number; readonly content: string };
  acknowledged(number: number): void;
  /** Notes a message that somebody received; messages of others are ignored. */
  receive(receiver: Receiver, content: string): void;
  /** Measures how long the messages that are sent from now on take. */
  measure(): Measurement;
  /** Those who still wait for something. */
  lacking(receivers: readonly Receiver[]): Receiver[];
  /** What is wrong, as sentences. */
  check(receivers: readonly Receiver[]): string[];
}

export interface Measurement {
  /** Microseconds from the decision to send until somebody has received it. */
  readonly times: RecordableHistogram;
  /** Messages that are sent later do not count; those on their way still do. */
  end(): void;
}

export interface Receiver {
  readonly index: number;
  /** Messages sent after this are for them. */
  readonly since: number;
  /** The numbers of the messages that they have received. */
  readonly received: number[];
}

interface Sent {
  readonly at: number;
  readonly to: Destination["members"];
  isAcknowledged: boolean;
}

const TEXT = "The build of last night stops at the same test again; the notes are in `docs/operations.md`. Message";
const NUMBER = /Message (\d+)/;
const MAX_FINDINGS = 10;

export function createLedger(): Ledger {
  const sent: Sent[] = [];
  let window = { since: Number.POSITIVE_INFINITY, until: 0, times: createHistogram() };

  const isFor = ({ to }: Sent, index: number): boolean =>
    "from" in to ? index >= to.from && index < to.until : to.includes(index);
  const expectedBy = ({ index, since }: Receiver): number[] =>
    sent.flatMap((message, number) =>
      message.isAcknowledged && message.at > since && isFor(message, index) ? [number] : [],
    );

  const faultsOf = (receiver: Receiver): string[] => {
    const { index, received } = receiver;
    const unique = new Set(received);
    const lost = expectedBy(receiver).filter((number) => !unique.has(number));
    const foreign = [...unique].filter((number) => sent[number] === undefined || !isFor(sent[number], index));
    return [
      ...(lost.length > 0 ? [`person ${index} lost ${lost.length} messages, the first is ${lost[0]}`] : []),
      ...(unique.size < received.length
        ? [`person ${index} received ${received.length - unique.size} messages again`]
        : []),
      ...(foreign.length > 0 ? [`person ${index} received message ${foreign[0]}, which was for others`] : []),
    ];
  };

  return {
    begin(to) {
      sent.push({ at: performance.now(), to: to.members, isAcknowledged: false });
      const number = sent.length - 1;
      return { number, content: `${TEXT} ${number}` };
    },
    acknowledged(number) {
      (sent[number] as Sent).isAcknowledged = true;
    },
    receive({ received, since }, content) {
      const number = Number(NUMBER.exec(content)?.[1] ?? -1);
      const message = sent[number];
      if (message === undefined) return;
      received.push(number);
      if (message.at < window.since || message.at > window.until || message.at < since) return;
      window.times.record(Math.max(1, Math.round((performance.now() - message.at) * 1000)));
    },
    measure() {
      const opened = { since: performance.now(), until: Number.POSITIVE_INFINITY, times: createHistogram() };
      window = opened;
      return { times: opened.times, end: () => void (opened.until = performance.now()) };
    },
    lacking: (receivers) =>
      receivers.filter((receiver) => {
        const unique = new Set(receiver.received);
        return expectedBy(receiver).some((number) => !unique.has(number));
      }),
    check: (receivers) => receivers.flatMap(faultsOf).slice(0, MAX_FINDINGS),
  };
}
