import { t, tc } from "../../language/text.ts";
import { type ChannelPrivacy, mayCreateChannel } from "../../state/member-permissions.ts";
import type { Channel } from "../../state/registered.ts";
import type { State } from "../../state/state.ts";

/** Who finds a channel and how much of it newcomers read, as one choice. */
export type Privacy = "web" | "public" | "shared" | "protected";

interface Kind {
  readonly name: string;
  readonly meaning: string;
  /** The permission that one needs to create or open such a channel. */
  readonly permission: ChannelPrivacy;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly hasSharedHistory: boolean;
}

export const PRIVACIES: Readonly<Record<Privacy, Kind>> = {
  web: {
    name: t("Open to the internet"),
    meaning: t("Members can find, read and join it. Visitors without an account cannot read it yet."),
    permission: "web_public",
    isPrivate: false,
    isWebPublic: true,
    hasSharedHistory: true,
  },
  public: {
    name: tc("channel", "Public"),
    meaning: t("Members can find, read and join it. Guests see it only when someone adds them."),
    permission: "public",
    isPrivate: false,
    isWebPublic: false,
    hasSharedHistory: true,
  },
  shared: {
    name: t("Private, with shared history"),
    meaning: t("Only people who were added can find and read it. They can see messages sent before they were added."),
    permission: "private",
    isPrivate: true,
    isWebPublic: false,
    hasSharedHistory: true,
  },
  protected: {
    name: t("Private, with protected history"),
    meaning: t(
      "Only people who were added can find and read it. They cannot see messages sent before they were added.",
    ),
    permission: "private",
    isPrivate: true,
    isWebPublic: false,
    hasSharedHistory: false,
  },
};

export function privacyOf(channel: Channel): Privacy {
  if (channel.is_web_public) return "web";
  if (!channel.invite_only) return "public";
  return channel.history_public_to_subscribers ? "shared" : "protected";
}

/**
 * What the server would accept from the user, and what is in force now. Nobody is offered a channel that is open to the
 * internet: the server lets no visitors in who have no account.
 */
export const offeredPrivacies = (state: State, now?: Privacy): readonly Privacy[] =>
  (Object.keys(PRIVACIES) as Privacy[]).filter(
    (privacy) => privacy === now || (privacy !== "web" && mayCreateChannel(state, PRIVACIES[privacy].permission)),
  );

/** Administrators know of every private channel; people should know that. */
export const ADMINISTRATORS_NOTE = t(
  "Administrators can see that a private channel exists, and its settings, but not its messages.",
);
