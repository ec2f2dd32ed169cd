import { connection, state } from "../store.ts";
import { Lazily } from "../ui/lazily.tsx";
import { Shell } from "./shell.tsx";

/** What there is to see: the way in for those who are not logged in, else everything. */
export function App() {
  if (connection.value === "logged-out")
    return <Lazily load={() => import("./login.tsx").then(({ Login }) => Login)} until={STARTING} />;
  return state.value === undefined ? STARTING : <Shell />;
}

const STARTING = <main class="starting" aria-busy="true" />;
