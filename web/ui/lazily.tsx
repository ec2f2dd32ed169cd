import { signal, useSignal } from "@preact/signals";
import type { ComponentChild, FunctionComponent } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { withPart } from "./parts.tsx";

interface LazilyProps {
  readonly load: () => Promise<FunctionComponent>;
  /** What is in its place until it has come. */
  readonly until?: ComponentChild;
}

/** A part of the client that is fetched when it is first needed. */
export function Lazily({ load, until = null }: LazilyProps) {
  const loaded = useSignal<FunctionComponent | undefined>(undefined);
  useEffect(() => {
    withPart(load(), (component) => (loaded.value = component));
  }, []);
  const Loaded = loaded.value;
  return Loaded === undefined ? <>{until}</> : <Loaded />;
}

/** The same for a component that is given something: it is fetched once, when the first one is drawn. */
export function lazily<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  until: ComponentChild = null,
): (props: Props) => ComponentChild {
  const loaded = signal<FunctionComponent<Props> | undefined>(undefined);
  return function Later(props) {
    useLayoutEffect(() => {
      if (loaded.value === undefined) withPart(load(), (component) => (loaded.value = component));
    }, []);
    const Loaded = loaded.value;
    return Loaded === undefined ? until : <Loaded {...props} />;
  };
}
