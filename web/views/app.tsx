import { t } from "../language/text.ts";
import { connection, state } from "../store.ts";
import { Lazily } from "../ui/lazily.tsx";
import { MissingPart } from "../ui/parts.tsx";
import { Shell } from "./shell.tsx";

/** What there is to see: the way in for those who are not logged in, else everything. */
export function App() {
  if (connection.value === "logged-out")
    return (
      <>
        <MissingPart />
        <Lazily load={() => import("#web/views/login.tsx").then(({ Login }) => Login)} until={STARTING} />
      </>
    );
  if (state.value !== undefined) return <Shell />;
  if (connection.value !== "offline") return STARTING;
  return (
    <main class="starting">
      <p class="empty">{t("You are offline: the server cannot be reached.")}</p>
    </main>
  );
}

const STARTING = <main class="starting" aria-busy="true" />;
