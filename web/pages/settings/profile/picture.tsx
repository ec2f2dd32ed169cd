import { useRef } from "preact/hooks";
import { t } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { ROLES } from "../../../state/people.ts";
import { current, people, property } from "../../../store.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { attempt, showToast } from "../../../ui/toast.ts";
import { CropDialog } from "./crop-dialog.tsx";
import { showDialog } from "../../../ui/show-dialog.ts";

/** The user's picture, to change and to remove. */
export function Picture() {
  const { ownId } = current.value;
  const input = useRef<HTMLInputElement>(null);
  const own = people.value.active.get(ownId);
  const isLocked = property("realm_avatar_changes_disabled", false) && (own?.role ?? ROLES.guest) > ROLES.administrator;
  const isUploaded = own?.avatar_url?.startsWith("/user_avatars/") === true && !own.avatar_url.includes("/drawn/");
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      const picture = await createImageBitmap(file);
      showDialog(() => <CropDialog picture={picture} />);
    } catch {
      showToast(t("This file is not a picture that the browser can read."), { isFailure: true });
    }
  };
  return (
    <div class="own-picture">
      <Avatar userId={ownId} class="huge" />
      {isLocked ? (
        <p class="hint">{t("Your organization does not allow changing pictures.")}</p>
      ) : (
        <div class="buttons-left">
          <button type="button" class="secondary" onClick={() => input.current?.click()}>
            {t("Upload a picture…")}
          </button>
          {isUploaded && (
            <button type="button" class="secondary" onClick={() => void attempt(() => call("DELETE /users/me/avatar"))}>
              {t("Remove picture")}
            </button>
          )}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t("Picture")}
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={(event) => {
              void open(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </div>
      )}
    </div>
  );
}
