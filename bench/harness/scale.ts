/** The size of the worlds and the length of the measurements. */
export interface Scale {
  readonly users: number;
  readonly channels: number;
  /** Messages of the ordinary world, and of the one with a long history. */
  readonly messages: number;
  readonly history: number;
  /** Messages in each topic; at least as many as a fetch asks for. */
  readonly topicMessages: number;
  readonly connections: number;
  /** Rounds in which the server and its rival alternate, an even number, and the seconds of each turn. */
  readonly rounds: number;
  readonly seconds: number;
  readonly receivers: number;
  readonly parked: number;
  readonly queues: number;
  /** Requests per turn, where one request at a time is measured. */
  readonly requests: number;
  readonly registers: number;
  /** Users and channels of the largest organization. */
  readonly largest: { readonly users: number; readonly channels: number };
  readonly starts: number;
  /** Messages of the topic that a browser scrolls through, the frames of that, and how often it does anything else. */
  readonly longTopic: number;
  readonly frames: number;
  readonly visits: number;
}

/** The organization that browsers are measured in: most are no larger. */
export const teamOf = (scale: Scale): Scale => ({ ...scale, users: Math.min(scale.users, 200), channels: 20 });

export const largestOf = (scale: Scale): Scale => ({ ...scale, ...scale.largest });

export const FULL: Scale = {
  users: 10_000,
  channels: 1000,
  messages: 10_000,
  history: 1_000_000,
  topicMessages: 200,
  connections: 64,
  rounds: 8,
  seconds: 1,
  receivers: 1000,
  parked: 5000,
  queues: 20_000,
  requests: 100,
  registers: 10,
  largest: { users: 100_000, channels: 5000 },
  starts: 3,
  longTopic: 100_000,
  frames: 600,
  visits: 9,
};

/** Only shows that the benchmarks run: its figures mean nothing. */
export const SMOKE: Scale = {
  users: 100,
  channels: 20,
  messages: 2000,
  history: 4000,
  topicMessages: 200,
  connections: 8,
  rounds: 2,
  seconds: 0.1,
  receivers: 20,
  parked: 50,
  queues: 100,
  requests: 5,
  registers: 2,
  largest: { users: 2000, channels: 50 },
  starts: 1,
  longTopic: 1000,
  frames: 30,
  visits: 1,
};
