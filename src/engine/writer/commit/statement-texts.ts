/** What is known after some parts of a statement. */
interface Prefix {
  text?: string;
  readonly next: Map<string, Prefix>;
}

/**
 * Makes the text of a statement from those of its writes. The same writes give the same string: the client finds a
 * prepared statement by its text, and a string of a kilobyte that is made anew must be hashed anew. There are a handful
 * of combinations.
 */
export function statementTexts(text: (writes: string) => string): (writes: readonly string[]) => string {
  const root: Prefix = { next: new Map() };
  return (writes) => {
    let known = root;
    for (const write of writes) {
      let next = known.next.get(write);
      if (next === undefined) known.next.set(write, (next = { next: new Map() }));
      known = next;
    }
    return (known.text ??= text(writes.map((write, index) => `write_${index} as (${write})`).join(", ")));
  };
}
