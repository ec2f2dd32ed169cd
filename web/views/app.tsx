import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { connection, state } from "../store.ts";
import { Shell } from "./shell.tsx";

/** What there is to see: the way in for those who are not logged in, else everything. */
export function App() {
  if (connection.value === "logged-out")
    return <Lazily load={() => import("./login.tsx").then(({ Login }) => Login)} />;
  if (state.value === undefined) return <main class="starting" aria-busy="true" />;
  return <Shell />;
}

/** A part of the client that is fetched when it is first needed. */
export function Lazily({ load }: { load: () => Promise<FunctionComponent> }) {
  const loaded = useSignal<FunctionComponent | undefined>(undefined);
  useEffect(() => {
    void load().then((component) => (loaded.value = component));
  }, []);
  const Loaded = loaded.value;
  return Loaded === undefined ? <main class="starting" aria-busy="true" /> : <Loaded />;
}
