import type { User } from "../model/records.ts";
import { userSetting } from "../users/settings.ts";
import { VISIBILITY, type VisibilityPolicy } from "./policy.ts";

/**
 * What somebody did in a topic, or what was done to them: `start` is sending where they see no earlier message,
 * `participate` a reaction or a vote.
 */
export type Cause = "start" | "send" | "participate" | "mention";

export interface TopicState {
  /** What they want of the topic now. */
  readonly current: VisibilityPolicy;
  /** Whether they are subscribed to the channel and have muted it. */
  readonly isChannelMuted: boolean;
}

/** Values of the settings that decide for how little a topic is followed or unmuted. */
const WHEN = { participating: 1, sending: 2, starting: 3 } as const;
const SUFFICIENT: Readonly<Record<Cause, readonly number[]>> = {
  start: [WHEN.participating, WHEN.sending, WHEN.starting],
  send: [WHEN.participating, WHEN.sending],
  participate: [WHEN.participating],
  mention: [],
};

/** Whether the user's settings can make anything of it, whatever they want of the topic now: if not, nobody need ask. */
export function mayChangeAutomatically(user: User, cause: Cause, isChannelMuted: boolean): boolean {
  return wished(user, cause, isChannelMuted) !== undefined;
}

/** The policy that the user's settings now give the topic, if that is another one. */
export function automaticPolicy(user: User, cause: Cause, state: TopicState): VisibilityPolicy | undefined {
  const wish = wished(user, cause, state.isChannelMuted);
  if (wish === undefined || wish.policy <= state.current) return undefined;
  return state.current === VISIBILITY.muted && !wish.endsMute ? undefined : wish.policy;
}

interface Wish {
  readonly policy: VisibilityPolicy;
  /** Who starts a topic, or is mentioned in it, does not thereby want to hear of one that they had muted. */
  readonly endsMute: boolean;
}

function wished(user: User, cause: Cause, isChannelMuted: boolean): Wish | undefined {
  if (user.botType !== null) return undefined;
  if (cause === "mention") {
    const follows = userSetting(user, "automatically_follow_topics_where_mentioned");
    return follows ? { policy: VISIBILITY.followed, endsMute: false } : undefined;
  }
  const follow = userSetting(user, "automatically_follow_topics_policy");
  if (SUFFICIENT[cause].includes(follow)) return { policy: VISIBILITY.followed, endsMute: follow !== WHEN.starting };
  const unmute = userSetting(user, "automatically_unmute_topics_in_muted_streams_policy");
  if (!isChannelMuted || !SUFFICIENT[cause].includes(unmute)) return undefined;
  return { policy: VISIBILITY.unmuted, endsMute: unmute !== WHEN.starting };
}
