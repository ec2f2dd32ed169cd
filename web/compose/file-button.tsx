import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { Icon } from "../ui/icon.tsx";

type OnFiles = (files: Iterable<File>) => void;

/** Picks files from the device. */
export function FileButton({ onFiles }: { onFiles: OnFiles }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Add files")}
        title={t("Add files")}
        onClick={() => field.current?.click()}
      >
        <Icon name="paperclip" />
      </button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={t("Files")}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}

/** Takes files that are dropped anywhere in the column of the box. */
export function useDroppedFiles(inside: RefObject<HTMLElement | null>, onFiles: OnFiles): void {
  useEffect(() => {
    const column = inside.current?.closest("main");
    if (column === null || column === undefined) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      column.classList.add("takes-files");
    };
    const leave = (event: DragEvent) => {
      if (!column.contains(event.relatedTarget as Node | null)) column.classList.remove("takes-files");
    };
    const drop = (event: DragEvent) => {
      column.classList.remove("takes-files");
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const ending = new AbortController();
    const { signal } = ending;
    column.addEventListener("dragover", over, { signal });
    column.addEventListener("dragleave", leave, { signal });
    column.addEventListener("drop", drop, { signal });
    return () => ending.abort();
  }, []);
}
