import { useSignal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { isAllowed } from "../../state/group-setting.ts";
import type { Emoji, GroupSetting } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { nameOf } from "../../ui/names.tsx";
import { emptyAfter, useSaving } from "../fields/saving.tsx";
import { TextField } from "../inline-form.tsx";
import { openDialog } from "../../ui/open.ts";
import { realmValue } from "./options.ts";
import { isAdministrator } from "./settings.tsx";
import { PictureButton, uploadPicture } from "./upload.tsx";

const mayAdd = (): boolean => {
  const setting = realmValue("can_add_custom_emoji_group") as GroupSetting | null;
  return setting !== null && isAllowed(setting, current.value.ownId, current.value.groups);
};

export function CustomEmoji() {
  const inUse = [...current.value.organization.emoji.values()]
    .filter(({ deactivated }) => !deactivated)
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      {mayAdd() ? <NewEmoji /> : <p class="hint">{t("You cannot add emoji in this organization.")}</p>}
      {inUse.length === 0 ? (
        <p class="hint">{t("There are no custom emoji yet.")}</p>
      ) : (
        <ul class="org-rows" aria-label={t("Custom emoji")}>
          {inUse.map((emoji) => (
            <EmojiRow key={emoji.id} emoji={emoji} />
          ))}
        </ul>
      )}
    </>
  );
}

function EmojiRow({ emoji: { name, source_url, author_id } }: { readonly emoji: Emoji }) {
  const isRemovable = isAdministrator() || (author_id === current.value.ownId && mayAdd());
  return (
    <li>
      <img class="org-emoji" src={source_url} alt="" loading="lazy" />
      <span class="row-main">
        <strong>:{name}:</strong>
        {author_id !== null && <span class="hint">{t("added by {person}", { person: nameOf(author_id) })}</span>}
      </span>
      {isRemovable && (
        <button
          type="button"
          class="icon-button"
          aria-label={t("Remove {name}", { name: `:${name}:` })}
          onClick={() =>
            openDialog("confirm", {
              title: t("Remove {name}?", { name: `:${name}:` }),
              text: t("Messages and reactions that have it keep it. It can no longer be used in new ones."),
              action: t("Remove"),
              run: () => call("DELETE /realm/emoji/{emoji_name}", { emoji_name: name }),
            })
          }
        >
          <Icon name={MORE_ICONS.trash} />
        </button>
      )}
    </li>
  );
}

function NewEmoji() {
  const name = useSignal("");
  const saving = useSaving();
  const add = (file: File) =>
    void saving.save(async () => {
      // A picture's own name is often what the emoji is to be called.
      const wanted = name.value.trim() === "" ? file.name.replace(/\.\w+$/, "") : name.value;
      const key = wanted.trim().toLowerCase().replaceAll(/\s+/g, "_");
      await emptyAfter([name], () => uploadPicture(`/realm/emoji/${encodeURIComponent(key)}`, file));
    });
  return (
    <div class="fields inline-form">
      <TextField
        label={t("Name")}
        hint={t("Letters, digits, hyphens and underscores. If empty, the name of the picture’s file is used.")}
        value={name}
        maxLength={100}
        placeholder="party_parrot"
      />
      <div class="form-line">
        <PictureButton label={t("Picture of the new emoji")} saving={saving} onFile={add}>
          <Icon name="plus" /> {t("Choose a picture and add it")}
        </PictureButton>
      </div>
    </div>
  );
}
