import { t } from "../../language/text.ts";
import { current, property } from "../../store.ts";
import { insertAtCaret } from "../../ui/caret.ts";
import { type MenuItem, showMenu, type OpenMenu } from "../../ui/menu.ts";
import { type Menus, openDialog } from "../../ui/open.ts";
import { go } from "../../ui/route.ts";
import { attempt } from "../../ui/toast.ts";
import { CALLS, callAddress } from "../video-call.ts";
import { MORE_ICONS } from "../../ui/more-icons.ts";

/** Offers a video call, a time, a poll, a to-do list and the user's snippets, and inserts what is chosen where the caret is. */
export function showInsertMenu({ field }: Menus["insert"], at: OpenMenu["at"]): void {
  const snippets = [...current.value.personal.snippets.values()].sort((a, b) => a.title.localeCompare(b.title));
  showMenu(
    t("Insert"),
    [
      [
        ...(property<number>("realm_video_chat_provider", CALLS.none) === CALLS.none ? [] : [callItem(field)]),
        { name: t("Poll…"), icon: MORE_ICONS.chart, ...widgetItem("poll", field) },
        { name: t("Time…"), icon: "alarm", choose: () => openDialog("insert-time", { field }) },
        { name: t("To-do list…"), icon: MORE_ICONS.listChecks, ...widgetItem("todo", field) },
      ],
      snippets.map(({ title, content }) => ({
        name: title,
        icon: MORE_ICONS.snippet,
        choose: () => insertAtCaret(field, content),
      })),
      [{ name: t("Manage snippets…"), icon: MORE_ICONS.settings, choose: () => go("#settings/snippets") }],
    ],
    at,
  );
}

const widgetItem = (kind: "poll" | "todo", field: HTMLTextAreaElement): Pick<MenuItem, "refusal" | "choose"> => ({
  ...(field.value.trim() !== "" && { refusal: t("It is a message of its own: send or remove your text first.") }),
  choose: () => openDialog("new-widget", { kind, field }),
});

const callItem = (field: HTMLTextAreaElement): MenuItem => ({
  name: t("Video call"),
  icon: MORE_ICONS.video,
  choose: () =>
    void attempt(async () => {
      const address = await callAddress();
      if (address !== undefined) insertAtCaret(field, `[${t("Join the video call.")}](${address})`);
    }),
});
