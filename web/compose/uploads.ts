import { type Signal, signal } from "@preact/signals";
import { fromServer, t } from "../language/text.ts";
import { page, USER_HEADER } from "../link/http.ts";
import { randomId } from "../link/random-id.ts";
import { property } from "../store.ts";

/** A file on its way to the server. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly reason?: string;
}

export interface Uploads {
  readonly list: Signal<readonly Upload[]>;
  readonly add: (files: Iterable<File>) => void;
  /** Ends an upload, or removes one that failed from the list. */
  readonly cancel: (id: string) => void;
}

/** The text of a message while files of it are uploaded: each has a placeholder, which becomes a link. */
export interface UploadText {
  readonly insert: (text: string) => void;
  readonly replace: (placeholder: string, text: string) => void;
}

const MIB = 1024 * 1024;

export function createUploads(text: UploadText): Uploads {
  const list = signal<readonly Upload[]>([]);
  const requests = new Map<string, { readonly request: XMLHttpRequest; readonly placeholder: string }>();

  const change = (id: string, fields: Partial<Upload>) => {
    list.value = list.value.map((one) => (one.id === id ? { ...one, ...fields } : one));
  };
  const remove = (id: string) => {
    list.value = list.value.filter((one) => one.id !== id);
  };
  const fail = (id: string, placeholder: string, reason: string) => {
    text.replace(placeholder, "");
    change(id, { reason });
  };

  const start = (file: File) => {
    const id = randomId();
    const name = fileName(file);
    const placeholder = `[${t("Uploading {name}", { name })} (${id.slice(0, 4)})…]()`;
    list.value = [...list.value, { id, name, progress: 0 }];
    const most = property("max_file_upload_size_mib", 0);
    if (most > 0 && file.size > most * MIB) {
      change(id, { reason: t("The file is larger than the {size} MB that this organization allows.", { size: most }) });
      return;
    }
    text.insert(placeholder);
    // Not fetch, which does not report how much has been sent.
    const request = new XMLHttpRequest();
    requests.set(id, { request, placeholder });
    request.open("POST", "/json/user_uploads");
    request.responseType = "json";
    request.setRequestHeader(USER_HEADER, page.owner ?? "");
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      change(id, { progress: total > 0 ? loaded / total : 0 }),
    );
    request.addEventListener("load", () => {
      const answer = (request.response ?? {}) as {
        readonly url?: string;
        readonly filename?: string;
        readonly msg?: string;
      };
      if (request.status === 200 && answer.url !== undefined) {
        text.replace(placeholder, `[${linkText(answer.filename ?? name)}](${answer.url})`);
        remove(id);
      } else
        fail(
          id,
          placeholder,
          answer.msg === undefined ? t("The server did not take the file.") : fromServer(answer.msg),
        );
    });
    request.addEventListener("error", () =>
      fail(id, placeholder, t("The connection was lost. Add the file again when you are online.")),
    );
    request.addEventListener("loadend", () => requests.delete(id));
    const form = new FormData();
    form.append("file", file, name);
    request.send(form);
  };

  return {
    list,
    add: (files) => {
      for (const file of files) start(file);
    },
    cancel(id) {
      const running = requests.get(id);
      running?.request.abort();
      if (running !== undefined) text.replace(running.placeholder, "");
      remove(id);
    },
  };
}

/** A pasted picture has no name of its own. */
function fileName({ name, type }: File): string {
  return name === "" ? `pasted.${type.split("/")[1] ?? "bin"}` : name;
}

/** Brackets would end the text of the link. */
const linkText = (name: string): string => name.replace(/[[\]]/g, "");
