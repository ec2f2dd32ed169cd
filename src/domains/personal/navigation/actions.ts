import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { viewAmong } from "./access.ts";
import { presentView } from "./present.ts";
import { deleteViewRow, type NavigationView, storeView, viewsOf } from "./queries.ts";
import { viewAdded, viewRemoved, viewUpdated } from "./events.ts";

const MAX_VIEWS = 200;

/** Views that every client has; the user only decides where they are shown. */
const BUILT_IN: readonly string[] = [
  "inbox",
  "recent",
  "feed",
  "drafts",
  "narrow/has/reaction/sender/me",
  "narrow/is/mentioned",
  "narrow/is/starred",
  "scheduled",
];

export async function addView(tx: Tx, user: User, view: NavigationView): Promise<void> {
  checkName(view);
  const views = await viewsOf(tx.sql, tx.realmId, user.id);
  if (views.some(({ fragment }) => fragment === view.fragment)) throw badRequest("Navigation view already exists.");
  checkNameIsFree(views, view);
  if (views.length >= MAX_VIEWS) throw badRequest(`You can have at most ${MAX_VIEWS} navigation views.`);
  await storeView(tx.sql, tx.realmId, user.id, view);
  tx.emit(viewAdded, { navigation_view: presentView(view) }, onlyTo(user));
}

export interface ViewUpdate {
  readonly isPinned: boolean | undefined;
  readonly name: string | undefined;
}

export async function editView(tx: Tx, user: User, fragment: string, update: ViewUpdate): Promise<void> {
  const views = await viewsOf(tx.sql, tx.realmId, user.id);
  const before = viewAmong(views, fragment);
  const { name = before.name, isPinned = before.isPinned } = update;
  const view = { fragment, isPinned, name };
  checkName(view);
  checkNameIsFree(views, view);
  const data = {
    ...(isPinned !== before.isPinned && { is_pinned: isPinned }),
    ...(name !== before.name && { name }),
  };
  if (Object.keys(data).length === 0) return;
  await storeView(tx.sql, tx.realmId, user.id, view);
  tx.emit(viewUpdated, { fragment, data }, onlyTo(user));
}

export async function removeView(tx: Tx, user: User, fragment: string): Promise<void> {
  viewAmong(await viewsOf(tx.sql, tx.realmId, user.id), fragment);
  await deleteViewRow(tx.sql, tx.realmId, user.id, fragment);
  tx.emit(viewRemoved, { fragment }, onlyTo(user));
}

function checkName({ fragment, name }: NavigationView): void {
  const isBuiltIn = BUILT_IN.includes(fragment);
  if (isBuiltIn && name !== null) throw badRequest("Built-in views cannot have a custom name.");
  if (!isBuiltIn && name === null) throw badRequest("Custom views must have a name.");
}

function checkNameIsFree(views: readonly NavigationView[], { fragment, name }: NavigationView): void {
  const holder = views.find((view) => view.name !== null && view.name === name);
  if (holder !== undefined && holder.fragment !== fragment) throw badRequest("Navigation view already exists.");
}
