import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { attempt } from "../ui/toast.ts";
import { AREAS, type PageProps } from "./areas.ts";

/** A page beside the conversations, whose code comes when it is opened. */
export function Page({ area, path }: PageProps & { readonly area: string }) {
  const loaded = useSignal<{ readonly Area: FunctionComponent<PageProps> } | undefined>(undefined);
  useEffect(() => {
    const load = AREAS[area];
    if (load !== undefined) void attempt(async () => (loaded.value = { Area: await load() }));
  }, []);
  if (loaded.value === undefined) return <main class="column" id="main" tabIndex={-1} aria-busy="true" />;
  const { Area } = loaded.value;
  return <Area path={path} />;
}
