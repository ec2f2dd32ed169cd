import { signal, useSignal } from "@preact/signals";
import type { ComponentChild, FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
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

/** The same for a component that is given something. */
export function lazily<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): (props: Props) => ComponentChild {
  const loaded = signal<FunctionComponent<Props> | undefined>(undefined);
  return function Later(props) {
    useEffect(() => {
      if (loaded.value === undefined) withPart(load(), (component) => (loaded.value = component));
    }, []);
    const Loaded = loaded.value;
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}
