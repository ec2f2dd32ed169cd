import { type Signal, signal } from "@preact/signals";
import { withPart } from "../ui/parts.tsx";
import type { Upload, UploadText } from "./uploads.ts";

export interface Uploads {
  readonly list: Signal<readonly Upload[]>;
  readonly add: (files: Iterable<File>) => void;
  /** Ends an upload, or removes one that failed from the list. */
  readonly cancel: (id: string) => void;
}

/** What uploads is loaded with the first file. */
export function uploadsInto(text: UploadText): Uploads {
  const list = signal<readonly Upload[]>([]);
  return {
    list,
    add(files) {
      const all = [...files];
      withPart(import("#web/compose/uploads.ts"), ({ startUpload }) => {
        for (const file of all) startUpload(list, text, file);
      });
    },
    cancel: (id) => withPart(import("#web/compose/uploads.ts"), ({ endUpload }) => endUpload(list, text, id)),
  };
}

/** The page in which a file was uploaded may have been closed: its placeholder would never become a link. */
export function withoutLostUploads(begun: string, onLost: (rest: string) => void): string | Promise<string> {
  if (!begun.includes("…]()")) return begun;
  return import("#web/compose/uploads.ts").then(
    ({ withoutLost }) => withoutLost(begun, onLost),
    () => begun,
  );
}
