import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import type { Area, PageProps } from "../ui/areas.ts";
import { withPart } from "../ui/parts.tsx";
import { PAGES } from "./areas.ts";

/** A page beside the conversations, whose code comes when it is opened. */
export function Page({ area, path }: PageProps & { readonly area: Area }) {
  const loaded = useSignal<{ readonly Content: FunctionComponent<PageProps> } | undefined>(undefined);
  useEffect(() => {
    withPart(PAGES[area](), (Content) => (loaded.value = { Content }));
  }, []);
  if (loaded.value === undefined) return <main class="column" id="main" tabIndex={-1} aria-busy="true" />;
  const { Content } = loaded.value;
  return <Content path={path} />;
}
