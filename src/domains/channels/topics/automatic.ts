import type { User } from "../../../engine/model/records.ts";
import { userSetting } from "../../people/users/record/settings.ts";
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
  return wishesOf(user, cause, isChannelMuted).length > 0;
}

/** The policy that the user's settings now give the topic, if that is another one. */
export function automaticPolicy(user: User, cause: Cause, state: TopicState): VisibilityPolicy | undefined {
  const wishes = wishesOf(user, cause, state.isChannelMuted);
  const counts = ({ endsMute }: Wish) => endsMute || state.current !== VISIBILITY.muted;
  return wishes.find((wish) => wish.policy > state.current && counts(wish))?.policy;
}

interface Wish {
  readonly policy: VisibilityPolicy;
  /** Who starts a topic, or is mentioned in it, does not thereby want to hear of one that they had muted. */
  readonly endsMute: boolean;
}

/** The more visible first. */
function wishesOf(user: User, cause: Cause, isChannelMuted: boolean): readonly Wish[] {
  if (user.botType !== null) return [];
  if (cause === "mention") {
    const follows = userSetting(user, "automatically_follow_topics_where_mentioned");
    return follows ? [{ policy: VISIBILITY.followed, endsMute: false }] : [];
  }
  const follow = userSetting(user, "automatically_follow_topics_policy");
  const unmute = isChannelMuted && userSetting(user, "automatically_unmute_topics_in_muted_streams_policy");
  const wishes = [
    { policy: VISIBILITY.followed, setting: follow },
    { policy: VISIBILITY.unmuted, setting: unmute },
  ];
  return wishes.flatMap(({ policy, setting }) =>
    setting !== false && SUFFICIENT[cause].includes(setting) ? [{ policy, endsMute: setting !== WHEN.starting }] : [],
  );
}
