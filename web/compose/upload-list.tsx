import { t } from "../language/text.ts";
import { Icon } from "../ui/icon.tsx";
import type { Uploads } from "./uploads-later.ts";

/** Files on their way, each with how far it is. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.list.value.length === 0) return null;
  return (
    <ul class="uploads" aria-label={t("Files")}>
      {uploads.list.value.map(({ id, name, progress, reason }) => (
        <li key={id}>
          <span class="name">{name}</span>
          {reason === undefined ? (
            <progress value={progress} max={1} aria-label={t("Uploading {file}", { file: name })} />
          ) : (
            <span class="failure" role="alert">
              {reason}
            </span>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={reason === undefined ? t("Cancel {name}", { name }) : t("Dismiss {name}", { name })}
            onClick={() => uploads.cancel(id)}
          >
            <Icon name="x" />
          </button>
        </li>
      ))}
    </ul>
  );
}
