import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { current } from "../../store.ts";
import { type MenuItem, showMenu, type OpenMenu } from "../../ui/menu.ts";
import { type Menus, openDialog } from "../../ui/open.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { keepViewOrder, type ListedView, listedViews } from "../view-list.ts";
import { MORE_ICONS } from "../../ui/more-icons.ts";

/** What one can do with a view of the left column. */
export function showViewMenu({ fragment }: Menus["view"], at: OpenMenu["at"]): void {
  const all = listedViews();
  const view = all.find((candidate) => candidate.fragment === fragment);
  if (view === undefined) return;
  const own: MenuItem[] = view.isBuiltIn
    ? []
    : [
        { name: t("Rename…"), icon: "pencil", choose: () => openDialog("view-name", { fragment, name: view.name }) },
        { name: t("Remove"), icon: MORE_ICONS.trash, isDanger: true, choose: () => void removeView(view) },
      ];
  showMenu(
    view.name,
    [
      [
        {
          name: view.isPinned ? t("Show under “More views”") : t("Always show"),
          icon: "pin",
          choose: () => void setPinned(view, !view.isPinned),
        },
        ...moveItems(all, view),
      ],
      own,
    ],
    at,
  );
}

function moveItems(all: readonly ListedView[], view: ListedView): MenuItem[] {
  const group = all.filter(({ isPinned }) => isPinned === view.isPinned);
  const at = group.indexOf(view);
  const move = (name: string, neighbour: ListedView | undefined): MenuItem[] =>
    neighbour === undefined ? [] : [{ name, icon: MORE_ICONS.move, choose: () => swap(all, view, neighbour) }];
  return [...move(t("Move up"), group[at - 1]), ...move(t("Move down"), group[at + 1])];
}

function swap(all: readonly ListedView[], one: ListedView, other: ListedView): void {
  const order = all.map((view) => (view === one ? other : view === other ? one : view));
  keepViewOrder(order.map(({ fragment }) => fragment));
}

const setPinned = ({ fragment }: ListedView, isPinned: boolean): Promise<boolean> =>
  attempt(() =>
    current.value.personal.views.has(fragment)
      ? call("PATCH /navigation_views/{fragment}", { fragment, is_pinned: isPinned })
      : call("POST /navigation_views", { fragment, is_pinned: isPinned }),
  );

async function removeView({ fragment, name, isPinned }: ListedView): Promise<void> {
  const isDone = await attempt(() => call("DELETE /navigation_views/{fragment}", { fragment }));
  if (!isDone) return;
  const again = () => call("POST /navigation_views", { fragment, is_pinned: isPinned, name });
  showToast(t("“{view}” was removed from the sidebar.", { view: name }), {
    action: { name: t("Undo"), run: () => void attempt(again) },
  });
}
