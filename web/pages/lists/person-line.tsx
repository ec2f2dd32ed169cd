import type { ComponentChildren } from "preact";
import { openDialog } from "../../ui/open.ts";
import { t } from "../../language/text.ts";
import { current, people } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { GuestMark, nameOf } from "../../ui/names.tsx";

interface PersonLineProps {
  readonly userId: number;
  readonly email?: string | null | undefined;
  readonly detail?: ComponentChildren;
  /** Buttons at the end of the line. */
  readonly children?: ComponentChildren;
}

/** Somebody in a list: picture, name that opens their profile, and what else there is to say. */
export function PersonLine({ userId, email, detail, children }: PersonLineProps) {
  return (
    <div class="row-line">
      <Avatar userId={userId} />
      <div class="row-text">
        <button type="button" class="row-name" dir="auto" onClick={() => openDialog("profile", { userId: userId })}>
          {nameOf(userId)}
          <GuestMark userId={userId} />
        </button>
        {userId === current.value.ownId && <span class="hint"> {t("(you)")}</span>}
        {people.value.active.get(userId)?.is_bot === true && <span class="tag">{t("Bot")}</span>}
        {email != null && <p class="hint">{withBreak(email)}</p>}
        {detail !== undefined && <p class="hint">{detail}</p>}
      </div>
      {children}
    </div>
  );
}

/** An address that does not fit on one line goes on at its domain. */
function withBreak(email: string) {
  const at = email.lastIndexOf("@") + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
