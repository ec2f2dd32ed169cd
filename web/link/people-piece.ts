import { type Listed, withListed } from "../state/listed-people.ts";
import { type People, reducePeople } from "../state/people.ts";
import type { Event } from "../state/registered.ts";

/** People whom a tab does not have yet. Once it has the last piece it has all of them. */
export interface PeoplePiece {
  readonly kind: "people";
  readonly people: readonly Listed[];
  readonly isLast: boolean;
}

/** A tab's end: gathers the pieces, so that what shows people is drawn once. */
export interface PeopleArriving {
  /** Returns everybody when the last piece is there. */
  take(piece: PeoplePiece, people: People): People | undefined;
  note(events: readonly Event[]): void;
  clear(): void;
}

export function createPeopleArriving(): PeopleArriving {
  let arrived: Listed[] = [];
  let meanwhile: Event[] = [];
  const clear = () => {
    arrived = [];
    meanwhile = [];
  };
  return {
    take({ people: piece, isLast }, people) {
      for (const person of piece) arrived.push(person);
      if (!isLast) return undefined;
      const whole = meanwhile.reduce(reducePeople, withListed(people, arrived));
      clear();
      return whole;
    },
    note(events) {
      if (arrived.length > 0) meanwhile.push(...events.filter(({ type }) => type === "realm_user"));
    },
    clear,
  };
}
