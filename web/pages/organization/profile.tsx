import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { property } from "../../store.ts";
import { useSaving } from "../fields/saving.tsx";
import { openDialog } from "../../ui/open.ts";
import { isAdministrator, isOwner, OrganizationSettings } from "./settings.tsx";
import { PROFILE } from "./settings-fields.ts";
import { PictureButton, uploadPicture } from "./upload.tsx";

export function OrganizationProfile() {
  return (
    <>
      <OrganizationSettings fields={PROFILE} />
      <h3>{t("Pictures")}</h3>
      <div class="org-pictures">
        <Picture kind="icon" name={t("Icon")} path="/realm/icon" fields={{}} />
        <Picture kind="logo" name={t("Logo on light screens")} path="/realm/logo" fields={{ night: "false" }} />
        <Picture kind="night_logo" name={t("Logo on dark screens")} path="/realm/logo" fields={{ night: "true" }} />
      </div>
      <p class="hint">{t("PNG, JPEG, GIF or WebP, at most 5 MB.")}</p>
      {isOwner() && <Deactivation />}
    </>
  );
}

interface PictureProps {
  readonly kind: "icon" | "logo" | "night_logo";
  readonly name: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

function Picture({ kind, name, path, fields }: PictureProps) {
  const saving = useSaving();
  const isOwn = property<string>(`realm_${kind}_source`, "D") === "U";
  const remove = () =>
    kind === "icon" ? call("DELETE /realm/icon") : call("DELETE /realm/logo", { night: kind === "night_logo" });
  return (
    <figure>
      <div class={`org-picture of-${kind}`}>
        {isOwn ? <img src={property(`realm_${kind}_url`, "")} alt={name} /> : <span class="hint">{t("Not set")}</span>}
      </div>
      <figcaption>{name}</figcaption>
      {isAdministrator() && (
        <div class="form-line">
          <PictureButton
            label={t("Upload: {name}", { name })}
            saving={saving}
            onFile={(file) => void saving.save(() => uploadPicture(path, file, fields))}
          >
            {t("Upload")}
          </PictureButton>
          {isOwn && (
            <button
              type="button"
              class="secondary"
              aria-label={t("Remove: {name}", { name })}
              onClick={() => void saving.save(remove)}
            >
              {t("Remove")}
            </button>
          )}
        </div>
      )}
    </figure>
  );
}

function Deactivation() {
  return (
    <>
      <h3>{t("Deactivate organization")}</h3>
      <p class="hint">{t("No one can log in, including you. Only the server’s operator can undo this.")}</p>
      <p>
        <button
          type="button"
          class="secondary danger"
          onClick={() =>
            openDialog("confirm", {
              title: t("Deactivate {name}?", { name: property("realm_name", "") }),
              text: t("Everyone is logged out immediately, and no one can log in again."),
              action: t("Deactivate"),
              run: () => call("POST /realm/deactivate"),
            })
          }
        >
          {t("Deactivate…")}
        </button>
      </p>
    </>
  );
}
