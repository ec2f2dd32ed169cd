import { isAdministrator } from "../../state/people.ts";
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { DialogForm } from "../../dialogs/form.tsx";
import { t, tc, tn } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { Folder } from "../../state/registered.ts";
import { applyHere, channels, current, property } from "../../store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { showDialog } from "../../ui/show-dialog.ts";
import { Icon } from "../../ui/icon.tsx";
import { optimistically } from "../../ui/optimistic.ts";
import { attempt } from "../../ui/toast.ts";
import { PAGE_ICONS } from "../icons.ts";
import { PlainPage } from "../lists/plain-page.tsx";
import { Sortable } from "../lists/sortable.tsx";

/** The folders that group everybody's channels, in their order. */
export function Folders() {
  const may = isAdministrator(current.value);
  const all = [...channels.value.folders.values()].sort((a, b) => a.order - b.order);
  const used = all.filter(({ is_archived }) => !is_archived);
  const archived = all.filter(({ is_archived }) => is_archived);
  const above = { name: t("Channels"), href: "#channels" };
  return (
    <PlainPage icon={PAGE_ICONS.folder} above={above} title={t("Folders")}>
      <p class="hint">
        {may
          ? t("Folders group channels in everyone’s sidebar, in this order.")
          : t("Administrators manage the folders.")}
      </p>
      {used.length === 0 && <p class="hint nothing">{t("No folders yet.")}</p>}
      {may ? (
        <Sortable
          label={t("Folders")}
          items={used}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          save={(ids) => order([...ids, ...idsOf(archived)])}
          look="page"
        >
          {(folder) => <FolderLine folder={folder} may />}
        </Sortable>
      ) : (
        <ul class="rows" aria-label={t("Folders")}>
          {used.map((folder) => (
            <li key={folder.id} class="row-line">
              <FolderLine folder={folder} may={false} />
            </li>
          ))}
        </ul>
      )}
      {may && (
        <p class="last-actions">
          <button type="button" class="primary" onClick={() => editFolder()}>
            <Icon name="plus" /> {t("New folder")}
          </button>
        </p>
      )}
      {archived.length > 0 && (
        <>
          <h3>{t("Archived")}</h3>
          <ul class="rows" aria-label={t("Archived")}>
            {archived.map((folder) => (
              <li key={folder.id} class="row-line">
                <FolderLine folder={folder} may={may} />
              </li>
            ))}
          </ul>
        </>
      )}
    </PlainPage>
  );
}

const idsOf = (folders: readonly Folder[]): number[] => folders.map(({ id }) => id);

const channelsIn = (folderId: number): number =>
  [...channels.value.known.values()].filter(({ folder_id }) => folder_id === folderId).length;

function FolderLine({ folder, may }: { folder: Folder; may: boolean }) {
  const { id, name, description, is_archived } = folder;
  const count = channelsIn(id);
  return (
    <>
      <div class="row-text">
        <span class="row-name" dir="auto">
          {name}
        </span>
        <p class="hint one-line" dir="auto">
          {description}
        </p>
      </div>
      <span class="hint">{tn(count, "{count} channel", "{count} channels")}</span>
      {may && !is_archived && (
        <button
          type="button"
          class="icon-button"
          aria-label={t("Rename {name}", { name })}
          title={t("Rename")}
          onClick={() => editFolder(folder)}
        >
          <Icon name="pencil" />
        </button>
      )}
      {may && (
        <button
          type="button"
          class="icon-button"
          aria-label={is_archived ? t("Restore {name}", { name }) : t("Archive {name}", { name })}
          title={
            is_archived ? t("Restore") : count > 0 ? t("Only an empty folder can be archived") : tc("verb", "Archive")
          }
          disabled={!is_archived && count > 0}
          onClick={() => void archive(id, !is_archived)}
        >
          <Icon name={is_archived ? "history" : "archive"} />
        </button>
      )}
    </>
  );
}

async function order(ids: readonly number[]): Promise<void> {
  const before = [...channels.value.folders.values()].sort((a, b) => a.order - b.order).map(({ id }) => id);
  const show = (order: readonly number[]) => applyHere({ type: "channel_folder", op: "reorder", order: [...order] });
  await optimistically({
    // At once, so that nothing jumps back under the pointer.
    show: () => show(ids),
    takeBack: () => show(before),
    work: () => call("PATCH /channel_folders", { order: [...ids] }),
    type: "channel_folder",
  });
}

const archive = (channel_folder_id: number, is_archived: boolean): Promise<boolean> =>
  attempt(() => call("PATCH /channel_folders/{channel_folder_id}", { channel_folder_id, is_archived }));

const editFolder = (folder?: Folder): void =>
  showDialog(() => <FolderDialog {...(folder !== undefined && { folder })} />);

function FolderDialog({ folder }: { folder?: Folder }) {
  const [name, description] = [useSignal(folder?.name ?? ""), useSignal(folder?.description ?? "")];
  const [nameId, descriptionId] = [useId(), useId()];
  const texts = () => ({ name: name.value, description: description.value });
  const run = () =>
    folder === undefined
      ? call("POST /channel_folders/create", texts())
      : call("PATCH /channel_folders/{channel_folder_id}", { channel_folder_id: folder.id, ...texts() });
  return (
    <Dialog title={folder === undefined ? t("New folder") : t("Rename {name}", { name: folder.name })}>
      <DialogForm action={folder === undefined ? t("Create") : t("Save")} isReady={name.value.trim() !== ""} run={run}>
        <label for={nameId}>
          {t("Name")}
          <input
            id={nameId}
            type="text"
            maxLength={property("max_channel_folder_name_length", 100)}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <label for={descriptionId}>
          {t("Purpose")}
          <input
            id={descriptionId}
            type="text"
            maxLength={property("max_channel_folder_description_length", 1024)}
            value={description.value}
            onInput={(event) => (description.value = event.currentTarget.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  );
}
