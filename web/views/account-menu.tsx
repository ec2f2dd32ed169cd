import { request } from "../link/http.ts";
import { current, post } from "../store.ts";
import { initialsOf } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { nameOf } from "../ui/names.tsx";

/** The organization's name, and what one can do with one's account. */
export function AccountMenu({ name }: { name: string }) {
  return (
    <div class="organization">
      <button type="button" popovertarget="account-menu" class="organization-name">
        <span class="mark" aria-hidden="true">
          {initialsOf(name).slice(0, 1)}
        </span>
        <span class="name">{name}</span>
        <Icon name="chevronDown" />
      </button>
      <div id="account-menu" popover="auto" class="menu">
        <p class="hint">{nameOf(current.value.ownId)}</p>
        <button type="button" class="item" onClick={() => void logOut()}>
          <Icon name="logOut" /> Log out
        </button>
      </div>
    </div>
  );
}

async function logOut(): Promise<void> {
  try {
    await request("/json/logout", "POST", new URLSearchParams());
  } finally {
    post({ kind: "session-changed" });
  }
}
