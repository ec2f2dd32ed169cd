import type { EphemeralEvent } from "../entry.ts";
import type { BusListener } from "./bus.ts";

const EPHEMERAL = "~";
const GREETING = "!";
const QUEUE_GONE = "-";
const FOLLOWED = "+";

/** The texts that processes send each other, the same on every bus. */
export const notices = {
  grown: (realmId: number, position: number): string => `${realmId}:${position}`,
  ephemeral: (sender: string, realmId: number, event: EphemeralEvent): string =>
    EPHEMERAL + JSON.stringify([sender, realmId, event]),
  queueGone: (realmId: number, queueId: string): string => `${QUEUE_GONE}${realmId}:${queueId}`,
  followed: (sender: string, realmId: number): string => `${FOLLOWED}${sender}:${realmId}`,
  greeting: (sender: string): string => GREETING + sender,
};

/** Acts on a notice. What comes back to its own sender is ignored where that matters. */
export function receiveNotice(notice: string, self: string, listener: BusListener): void {
  if (notice.startsWith(EPHEMERAL)) {
    const [sender, realmId, event] = JSON.parse(notice.slice(EPHEMERAL.length)) as [string, number, EphemeralEvent];
    if (sender !== self) listener.onEphemeral(realmId, event);
    return;
  }
  if (notice.startsWith(GREETING)) {
    if (notice.slice(GREETING.length) !== self) listener.onGreeting();
    return;
  }
  if (notice.startsWith(QUEUE_GONE)) {
    const [realmId = "", queueId = ""] = notice.slice(QUEUE_GONE.length).split(":");
    listener.onQueueGone(Number(realmId), queueId);
    return;
  }
  if (notice.startsWith(FOLLOWED)) {
    const [sender, realmId] = notice.slice(FOLLOWED.length).split(":");
    if (sender !== self) listener.onFollowed(Number(realmId));
    return;
  }
  const [realmId, position] = notice.split(":").map(Number);
  if (realmId !== undefined && position !== undefined) listener.onNews(realmId, position);
}
