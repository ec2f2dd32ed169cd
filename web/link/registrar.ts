import { inBackground } from "./background.ts";
import type { Registered } from "../state/registered.ts";
import { callWith } from "./http.ts";
import type { TabPort } from "./protocol.ts";
import { register } from "./register.ts";

/**
 * Registers for the link. A tab that finds nothing stored registers by itself, because that is answered before the link
 * has started: the link takes it over. A queue that it does not take over is ended, because it would live for a week.
 */
export interface Registrar {
  /** A tab has begun to register. */
  expect(tab: TabPort): void;
  /** What the tab was answered; nothing where that failed, or where the tab has gone. */
  settle(tab: TabPort, registered?: Registered): void;
  /** What a tab has begun is not wanted any more. */
  drop(): void;
  register(as?: number): Promise<Registered>;
}

/** A tab that has crashed says nothing. */
const WAIT_MS = 5000;

interface Calls {
  readonly register: (as?: number) => Promise<Registered>;
  readonly end: (registered: Registered) => void;
}

const CALLS: Calls = {
  register,
  end: ({ queue_id, user_id }) => void inBackground(callWith({ as: user_id }, "DELETE /events", { queue_id })),
};

export function createRegistrar({ register: registerHere, end }: Calls = CALLS, waitMs = WAIT_MS): Registrar {
  let expected: { readonly tab: TabPort; readonly answer: PromiseWithResolvers<Registered | undefined> } | undefined;
  const drop = () => {
    void expected?.answer.promise.then((registered) => registered !== undefined && end(registered));
    expected = undefined;
  };
  const taken = async (): Promise<Registered | undefined> => {
    if (expected === undefined) return undefined;
    const taking = expected;
    const timer = setTimeout(taking.answer.resolve, waitMs);
    const registered = await taking.answer.promise;
    clearTimeout(timer);
    if (expected === taking) expected = undefined;
    return registered;
  };
  return {
    expect(tab) {
      expected ??= { tab, answer: Promise.withResolvers() };
    },
    settle(tab, registered) {
      if (expected?.tab === tab) expected.answer.resolve(registered);
      else if (registered !== undefined) end(registered);
    },
    drop,
    async register(as) {
      const offered = await taken();
      if (offered !== undefined) return offered;
      const registered = await registerHere(as);
      drop();
      return registered;
    },
  };
}
