import { TRAITS } from "../post/message.ts";
import { BITS } from "../post/flag.ts";

/** Whether a message counts as a mention of its reader. Being mentioned with everybody counts where nothing is muted. */
export function isMention({ bits, traits }: { bits: number; traits: number }, isMuted: boolean): boolean {
  if ((bits & BITS.mentioned) !== 0) return true;
  const withAll = (traits & TRAITS.channelWildcard) !== 0 && (bits & BITS.historical) === 0;
  return !isMuted && (withAll || (bits & BITS.topicWildcardMentioned) !== 0);
}
