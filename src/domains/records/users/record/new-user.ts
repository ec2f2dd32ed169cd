import type { Role, User } from "#engine/model/records.ts";

/** Only administrators see the addresses of new users. */
const ADMINISTRATORS_ONLY = 3;

export function newUser(user: { id: number; email: string; fullName: string; role: Role; now: number }): User {
  return {
    id: user.id,
    email: user.email,
    fullName: user.fullName,
    role: user.role,
    botType: null,
    botOwnerId: null,
    isActive: true,
    isProvisional: false,
    dateJoined: user.now,
    timezone: "",
    avatarSource: "G",
    avatarVersion: 1,
    avatarHash: null,
    emailVisibility: ADMINISTRATORS_ONLY,
    keyGeneration: 1,
    queuesEndedAt: 0,
    canCreateUsers: false,
    canChangeUserEmails: false,
    settings: {},
  };
}
