import { useSignal } from "@preact/signals";
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
