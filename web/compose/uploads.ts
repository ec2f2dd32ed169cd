import type { Signal } from "@preact/signals";
import { fromServer, t } from "../language/text.ts";
import { page, USER_HEADER } from "../link/http.ts";
import { randomId } from "../link/random-id.ts";
import { property } from "../store.ts";
import { showToast } from "../ui/toast.ts";

/** A file on its way to the server. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly reason?: string;
}

/** The text of a message while files of it are uploaded: each has a placeholder, which becomes a link. */
export interface UploadText {
  readonly insert: (text: string) => void;
  readonly replace: (placeholder: string, text: string) => void;
}

const MIB = 1024 * 1024;

type List = Signal<readonly Upload[]>;

/** Those of all boxes of this page. */
const running = new Map<string, { readonly request: XMLHttpRequest; readonly placeholder: string }>();

const change = (list: List, id: string, fields: Partial<Upload>) => {
  list.value = list.value.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload));
};
const remove = (list: List, id: string) => {
  list.value = list.value.filter((upload) => upload.id !== id);
};

export function startUpload(list: List, text: UploadText, file: File): void {
  const id = randomId();
  const name = fileName(file);
  const placeholder = `[${t("Uploading {file}", { file: linkText(name) })} (${id.slice(0, 4)})…]()`;
  const fail = (reason: string) => {
    text.replace(placeholder, "");
    change(list, id, { reason });
  };
  list.value = [...list.value, { id, name, progress: 0 }];
  const most = property("max_file_upload_size_mib", 0);
  if (most > 0 && file.size > most * MIB) {
    const reason = t("The file is larger than the {size} MB that this organization allows.", { size: most });
    change(list, id, { reason });
    return;
  }
  // Not fetch, which does not report how much has been sent.
  const request = new XMLHttpRequest();
  running.set(id, { request, placeholder });
  text.insert(placeholder);
  request.open("POST", "/json/user_uploads");
  request.responseType = "json";
  request.setRequestHeader(USER_HEADER, page.owner ?? "");
  request.upload.addEventListener("progress", ({ loaded, total }) =>
    change(list, id, { progress: total > 0 ? loaded / total : 0 }),
  );
  request.addEventListener("load", () => {
    const answer = (request.response ?? {}) as {
      readonly url?: string;
      readonly filename?: string;
      readonly msg?: string;
    };
    if (request.status === 200 && answer.url !== undefined) {
      text.replace(placeholder, `[${linkText(answer.filename ?? name)}](${answer.url})`);
      remove(list, id);
    } else fail(answer.msg === undefined ? t("The server did not accept the file.") : fromServer(answer.msg));
  });
  request.addEventListener("error", () => fail(t("The connection was lost. Add the file again when you are online.")));
  request.addEventListener("loadend", () => running.delete(id));
  const form = new FormData();
  form.append("file", file, name);
  request.send(form);
}

/** Ends an upload, or removes one that failed from the list. */
export function endUpload(list: List, text: UploadText, id: string): void {
  const ended = running.get(id);
  ended?.request.abort();
  if (ended !== undefined) text.replace(ended.placeholder, "");
  remove(list, id);
}

/** In any language that the text was begun in. */
const PLACEHOLDER = /\[[^[\]\n]* \([0-9a-f]{4}\)…\]\(\)/g;

/** A text without the placeholders of files that are not on their way any more. */
export function withoutLost(begun: string, onLost: (rest: string) => void): string {
  const here = new Set([...running.values()].map(({ placeholder }) => placeholder));
  const rest = begun.replaceAll(PLACEHOLDER, (placeholder) => (here.has(placeholder) ? placeholder : "")).trimEnd();
  if (rest === begun.trimEnd()) return begun;
  onLost(rest);
  showToast(t("A file was not uploaded, because the page was closed. Add it again."), { isFailure: true });
  return rest;
}

/** A pasted picture has no name of its own. */
function fileName({ name, type }: File): string {
  return name === "" ? `pasted.${type.split("/")[1] ?? "bin"}` : name;
}

/** Brackets would end the text of the link. */
const linkText = (name: string): string => name.replace(/[[\]]/g, "");
