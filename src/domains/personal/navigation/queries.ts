import type { ReadSql, TxSql } from "#engine/db/database.ts";

export interface NavigationView {
  readonly fragment: string;
  readonly isPinned: boolean;
  readonly name: string | null;
}

export async function viewsOf(sql: ReadSql, realmId: number, userId: number): Promise<NavigationView[]> {
  return sql<NavigationView[]>`
    select fragment, is_pinned, name from navigation_view
    where realm_id = ${realmId} and user_id = ${userId} order by fragment collate "C"`;
}

export async function storeView(sql: TxSql, realmId: number, userId: number, view: NavigationView): Promise<void> {
  await sql`
    insert into navigation_view (realm_id, user_id, fragment, is_pinned, name)
    values (${realmId}, ${userId}, ${view.fragment}, ${view.isPinned}, ${view.name})
    on conflict (realm_id, user_id, fragment) do update set is_pinned = excluded.is_pinned, name = excluded.name`;
}

export async function deleteViewRow(sql: TxSql, realmId: number, userId: number, fragment: string): Promise<void> {
  await sql`
    delete from navigation_view where realm_id = ${realmId} and user_id = ${userId} and fragment = ${fragment}`;
}
