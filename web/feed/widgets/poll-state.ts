/** A submessage: what made a message a widget, and what users did with it since. */
export interface WidgetAct {
  readonly sender_id: number;
  /** JSON. */
  readonly content: string;
}

export interface PollOption {
  /** Names the option in votes: who added it and its number, as clients of this API agree. */
  readonly key: string;
  readonly text: string;
  readonly voters: readonly number[];
}

export interface Poll {
  readonly question: string;
  readonly options: readonly PollOption[];
}

/** In place of a sender, for options that the poll began with. */
const FIRST_SENDER = "canned";
/** A poll that its author or a broken client made longer would fill the screen. */
const MAX_OPTIONS = 200;

/** The poll as it is after every act, in their order. Acts that make no sense are passed over. */
export function pollOf(
  extra: { readonly question?: unknown; readonly options?: unknown },
  acts: readonly WidgetAct[],
): Poll {
  const question = textOf(extra.question);
  const first = (Array.isArray(extra.options) ? extra.options : []).map((option, index) => ({
    key: `${FIRST_SENDER},${index}`,
    text: textOf(option),
    voters: [],
  }));
  return acts.reduce(afterAct, { question, options: first.slice(0, MAX_OPTIONS) });
}

function afterAct(poll: Poll, { sender_id: senderId, content }: WidgetAct): Poll {
  const act = parsedAct(content);
  switch (act["type"]) {
    case "question":
      return { ...poll, question: textOf(act["question"]) };
    case "new_option": {
      const option = { key: `${senderId},${String(act["idx"])}`, text: textOf(act["option"]), voters: [] };
      const isNew = poll.options.every(({ key, text }) => key !== option.key && text !== option.text);
      return isNew && poll.options.length < MAX_OPTIONS ? { ...poll, options: [...poll.options, option] } : poll;
    }
    case "vote":
      return {
        ...poll,
        options: poll.options.map((option) =>
          option.key === act["key"] ? afterVote(option, senderId, act["vote"]) : option,
        ),
      };
    default:
      return poll;
  }
}

function afterVote(option: PollOption, senderId: number, vote: unknown): PollOption {
  const others = option.voters.filter((id) => id !== senderId);
  return { ...option, voters: vote === 1 ? [...others, senderId] : others };
}

/** The number for an option that this user adds: one that none of their options has. */
export function nextOptionIndex(poll: Poll, userId: number): number {
  const own = poll.options.map(({ key }) => key.split(",")).filter(([sender]) => sender === String(userId));
  return own.reduce((highest, [, index]) => Math.max(highest, Number(index)), 0) + 1;
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export function parsedAct(content: string): Readonly<Record<string, unknown>> {
  try {
    const act: unknown = JSON.parse(content);
    return typeof act === "object" && act !== null ? (act as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
