import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { withPart } from "../ui/parts.tsx";
import { AREAS, type PageProps } from "./areas.ts";

/** A page beside the conversations, whose code comes when it is opened. */
export function Page({ area, path }: PageProps & { readonly area: string }) {
  const loaded = useSignal<{ readonly Area: FunctionComponent<PageProps> } | undefined>(undefined);
  useEffect(() => {
    const load = AREAS[area];
    if (load !== undefined) withPart(load(), (Area) => (loaded.value = { Area }));
  }, []);
  if (loaded.value === undefined) return <main class="column" id="main" tabIndex={-1} aria-busy="true" />;
  const { Area } = loaded.value;
  return <Area path={path} />;
}
