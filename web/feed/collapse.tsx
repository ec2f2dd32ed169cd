import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import type { Message } from "../state/registered.ts";
import { attempt } from "../ui/toast.ts";

export const isCollapsed = ({ flags }: Message): boolean => flags.includes("collapsed");

/** Folds a message away, on all devices of the reader, or shows it again. */
export const setCollapsed = ({ id }: Message, isWanted: boolean): Promise<boolean> =>
  attempt(() => call("POST /messages/flags", { messages: [id], op: isWanted ? "add" : "remove", flag: "collapsed" }));

/** In place of a text that the reader has folded away. */
export const CollapsedText = ({ message }: { readonly message: Message }) => (
  <p id={`text-${message.id}`} class="hint">
    {t("You have collapsed this message.")}{" "}
    <button type="button" class="link" onClick={() => void setCollapsed(message, false)}>
      {t("Show")}
    </button>
  </p>
);
