/** Values that belong to an object, by key, and end with it. The symbols show their names in a debugger. */
export type AttachedState = Map<symbol, unknown>;

/** Returns a function that gives the value of one name that belongs to an object, and creates it on the first call. */
export function attachedState<Owner extends { readonly state: AttachedState }, State, Rest extends unknown[]>(
  name: string,
  create: (owner: Owner, ...rest: Rest) => State,
): (owner: Owner, ...rest: Rest) => State {
  const key = Symbol(name);
  return (owner, ...rest) => {
    const known = owner.state.get(key) as State | undefined;
    if (known !== undefined) return known;
    const made = create(owner, ...rest);
    owner.state.set(key, made);
    return made;
  };
}
