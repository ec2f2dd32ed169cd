import type { User } from "#engine/model/records.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { VISIBILITY, type VisibilityPolicy } from "./policy.ts";

/**
 * Why a topic may be followed automatically: `start` is sending where the user sees no earlier message, `participate` is
 * a reaction or a vote.
 */
export type Cause = "start" | "send" | "participate" | "mention";

export interface TopicState {
  /** The user's policy for the topic. */
  readonly current: VisibilityPolicy;
  /** Whether the user is subscribed to the channel and has muted it. */
  readonly isChannelMuted: boolean;
}

/** Values of the two settings; each value includes those with a greater number. */
const WHEN = { participating: 1, sending: 2, starting: 3 } as const;
const SUFFICIENT: Readonly<Record<Cause, readonly number[]>> = {
  start: [WHEN.participating, WHEN.sending, WHEN.starting],
  send: [WHEN.participating, WHEN.sending],
  participate: [WHEN.participating],
  mention: [],
};

const suffices = (setting: number, cause: Cause): boolean => SUFFICIENT[cause].includes(setting);

/**
 * Whether the user's settings may change the policy at all: if not, the current one need not be read. Every message asks
 * this.
 */
export function mayChangeAutomatically(user: User, cause: Cause, isChannelMuted: boolean): boolean {
  if (user.botType !== null) return false;
  if (cause === "mention") return userSetting(user, "automatically_follow_topics_where_mentioned");
  if (suffices(userSetting(user, "automatically_follow_topics_policy"), cause)) return true;
  return isChannelMuted && suffices(userSetting(user, "automatically_unmute_topics_in_muted_streams_policy"), cause);
}

/** The policy that the user's settings give the topic, or undefined if it does not change. */
export function automaticPolicy(user: User, cause: Cause, state: TopicState): VisibilityPolicy | undefined {
  const candidates = candidatesOf(user, cause, state.isChannelMuted);
  const counts = ({ endsMute }: Candidate) => endsMute || state.current !== VISIBILITY.muted;
  return candidates.find((candidate) => candidate.policy > state.current && counts(candidate))?.policy;
}

interface Candidate {
  readonly policy: VisibilityPolicy;
  /** False for starting a topic and for mentions: these do not unmute a topic that the user has muted. */
  readonly endsMute: boolean;
}

/** The policies that the settings offer, the most visible first. */
function candidatesOf(user: User, cause: Cause, isChannelMuted: boolean): readonly Candidate[] {
  if (!mayChangeAutomatically(user, cause, isChannelMuted)) return [];
  if (cause === "mention") return [{ policy: VISIBILITY.followed, endsMute: false }];
  const follow = userSetting(user, "automatically_follow_topics_policy");
  const unmute = isChannelMuted && userSetting(user, "automatically_unmute_topics_in_muted_streams_policy");
  const policies = [
    { policy: VISIBILITY.followed, setting: follow },
    { policy: VISIBILITY.unmuted, setting: unmute },
  ];
  return policies.flatMap(({ policy, setting }) =>
    setting !== false && suffices(setting, cause) ? [{ policy, endsMute: setting !== WHEN.starting }] : [],
  );
}
