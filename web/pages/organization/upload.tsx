import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { request } from "../../link/http.ts";
import { SavingNote, type useSaving } from "../fields/saving.tsx";

/** Sends one picture, as a form with a file does. */
export function uploadPicture(path: string, file: File, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file, file.name);
  return request(`/json${path}`, "POST", form);
}

interface PictureButtonProps {
  readonly label: string;
  readonly saving: ReturnType<typeof useSaving>;
  readonly onFile: (file: File) => void;
  readonly children: ComponentChildren;
}

/** A button that picks a picture from the device. */
export function PictureButton({ label, saving, onFile, children }: PictureButtonProps) {
  const id = useId();
  return (
    <>
      <label class="secondary file-pick" for={id}>
        {children}
        <input
          id={id}
          class="visually-hidden"
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          aria-label={label}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = "";
            if (file !== undefined) onFile(file);
          }}
        />
      </label>
      <SavingNote progress={saving.progress} />
    </>
  );
}
