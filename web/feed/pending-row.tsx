import { t } from "../language/text.ts";
import type { Outgoing } from "../link/protocol.ts";
import { current } from "../store.ts";
import { Avatar } from "../ui/avatar.tsx";
import { nameOf } from "../ui/names.tsx";
import { UnsentActions } from "./row-parts.ts";

/** A message that is not on the server yet: its text as it was typed. */
export function PendingRow({ outgoing }: { outgoing: Outgoing }) {
  const { localId, content, progress } = outgoing;
  const { ownId } = current.value;
  const isHeld = progress === "failed" || progress === "waiting";
  return (
    <article class="row" data-key={localId} aria-busy={progress === "sending"} tabIndex={-1}>
      <div class={`message pending ${progress}`}>
        <span class="picture">
          <Avatar userId={ownId} class="large" />
        </span>
        <header>
          <span class="sender">{nameOf(ownId)}</span>
          <span class="time">
            {progress === "failed" ? t("not sent") : progress === "waiting" ? t("waiting for network") : t("sending")}
          </span>
        </header>
        <p class="content plain" dir="auto">
          {content}
        </p>
        {isHeld && <UnsentActions outgoing={outgoing} />}
      </div>
    </article>
  );
}
