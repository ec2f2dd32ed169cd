import type { Clock } from "#platform/clock.ts";
import type { Bus, BusListener } from "./bus.ts";

/** The organizations that other processes follow. Only their notices need to be sent. */
interface Followed {
  /** Another process follows an organization. Returns whether that is news: until then nothing was sent about it. */
  note(realmId: number): boolean;
  has(realmId: number): boolean;
  /** This process has greeted the others, and has not heard yet what they follow. */
  assumeAll(): void;
}

/** Processes repeat what they follow more often (engine/runtime/following.ts). */
const KEPT_MS = 25_000;
/** A process that greets is told at once what the others follow. */
const GREETED_MS = 5000;

function createFollowed(clock: Clock): Followed {
  const until = new Map<number, number>();
  let allUntil = 0;
  const assumeAll = () => {
    allUntil = clock.monotonic() + GREETED_MS;
  };
  assumeAll();
  const has = (realmId: number) => {
    const now = clock.monotonic();
    return now < allUntil || now < (until.get(realmId) ?? 0);
  };
  return {
    note(realmId) {
      const isNews = !has(realmId);
      until.set(realmId, clock.monotonic() + KEPT_MS);
      return isNews;
    },
    has,
    assumeAll,
  };
}

/**
 * Opens a bus that sends notices and ephemeral events only about organizations that another process follows. Its listener
 * hears of an organization that is followed only where none has followed it before.
 */
export async function openFiltered(
  clock: Clock,
  listener: BusListener,
  open: (listener: BusListener) => Promise<Bus>,
): Promise<Bus> {
  const followed = createFollowed(clock);
  const bus = await open({
    ...listener,
    onFollowed(realmId) {
      if (followed.note(realmId)) listener.onFollowed(realmId);
    },
    onReconnect() {
      followed.assumeAll();
      listener.onReconnect();
    },
  });
  return {
    ...bus,
    announce(realmId, position) {
      if (followed.has(realmId)) bus.announce(realmId, position);
    },
    emitEphemeral(realmId, event) {
      if (followed.has(realmId)) bus.emitEphemeral(realmId, event);
    },
  };
}
