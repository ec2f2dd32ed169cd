/** Values by key that belong to an object, and are gone with it. In a debugger the symbols tell their names. */
export type AttachedState = Map<symbol, unknown>;

/** Returns what gives the value of one name that belongs to an object, and makes it when it is first asked for. */
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
