import { personAt } from "./people.ts";
import { get } from "./requests.ts";

const NEWEST = 100;

/** A search for words in everything that the first user received: the newest hundred messages. */
export const searchFor = (operand: string): string =>
  get(personAt(0), "/messages", {
    anchor: "newest",
    num_before: String(NEWEST),
    num_after: "0",
    narrow: JSON.stringify([{ operator: "search", operand }]),
  });
