import { useSignal } from "@preact/signals";
import { t, tc, tn } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { property } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { hrefOf } from "../../ui/route.ts";
import { shortMoment } from "../../ui/short-time.ts";
import { openDialog } from "../../ui/open.ts";
import { Live } from "../live.tsx";
import { sizeText } from "./size.ts";

const MIB = 1024 * 1024;

const ORDERS = {
  newest: (a: File, b: File) => b.create_time - a.create_time,
  largest: (a: File, b: File) => b.size - a.size,
  name: (a: File, b: File) => a.name.localeCompare(b.name),
} as const;
type Order = keyof typeof ORDERS;

interface File {
  readonly id: number;
  readonly name: string;
  readonly path_id: string;
  readonly size: number;
  readonly create_time: number;
  readonly messages: readonly { readonly id: number }[];
}

/** The files that the user has uploaded. */
export function Storage() {
  return (
    <Live load={() => call("GET /attachments")} after={["attachment"]}>
      {({ attachments, upload_space_used: used }) => <Files files={attachments} used={used} />}
    </Live>
  );
}

function Files({ files, used }: { readonly files: readonly File[]; readonly used: number }) {
  const order = useSignal<Order>("newest");
  const text = useSignal("");
  const quota = property<number | null>("realm_upload_quota_mib", null);
  const found = files
    .filter(({ name }) => name.toLowerCase().includes(text.value.trim().toLowerCase()))
    .sort(ORDERS[order.value]);
  return (
    <>
      <p class="hint">
        {quota === null
          ? t("The organization’s files use {size}.", { size: sizeText(used) })
          : t("The organization’s files use {size} of {limit}.", {
              size: sizeText(used),
              limit: sizeText(quota * MIB),
            })}
      </p>
      {files.length === 0 ? (
        <p>{t("You have not uploaded any files.")}</p>
      ) : (
        <>
          <div class="add-line">
            <input
              type="search"
              class="text-input"
              aria-label={t("Search your files")}
              placeholder={t("Search your files")}
              value={text.value}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
            <select
              class="text-input short"
              aria-label={tc("sort order", "Order")}
              value={order.value}
              onChange={(event) => (order.value = event.currentTarget.value as Order)}
            >
              <option value="newest">{t("Newest first")}</option>
              <option value="largest">{t("Largest first")}</option>
              <option value="name">{t("By name")}</option>
            </select>
          </div>
          <p class="hint">{tn(found.length, "{count} file", "{count} files")}</p>
        </>
      )}
      <ul class="rows">
        {found.map((file) => (
          <li key={file.id}>
            <Icon name="paperclip" />
            <div class="row-text">
              <p>
                <a class="link" href={`/user_uploads/${file.path_id}`} target="_blank" rel="noopener">
                  <bdi>{file.name}</bdi>
                </a>
              </p>
              <p class="hint">
                {sizeText(file.size)} · {shortMoment(file.create_time / 1000)} · <InMessages file={file} />
              </p>
            </div>
            <button
              type="button"
              class="icon-button"
              aria-label={t("Delete {name}", { name: file.name })}
              onClick={() => askToDelete(file)}
            >
              <Icon name={MORE_ICONS.trash} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function InMessages({ file: { messages } }: { readonly file: File }) {
  const [first] = messages;
  if (first === undefined) return <>{t("in no messages")}</>;
  return (
    <a class="link" href={hrefOf([{ operator: "near", operand: first.id }])}>
      {tn(messages.length, "in {count} message", "in {count} messages")}
    </a>
  );
}

const askToDelete = ({ id, name }: File): void =>
  openDialog("confirm", {
    title: t("Delete “{name}”?", { name }),
    text: t("It will be deleted for everyone. Messages that link to it stay, but the links will no longer work."),
    action: t("Delete"),
    run: () => call("DELETE /attachments/{attachment_id}", { attachment_id: id }),
  });
