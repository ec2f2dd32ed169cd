import type { ReadSql, TxSql } from "#engine/db/database.ts";

export interface Snippet {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  /** UNIX seconds. */
  readonly dateCreated: number;
}

export async function snippetsOf(sql: ReadSql, realmId: number, userId: number): Promise<Snippet[]> {
  return sql<Snippet[]>`
    select id, title, content, extract(epoch from created_at)::int8 as date_created
    from saved_snippet where realm_id = ${realmId} and user_id = ${userId} order by id`;
}

export async function snippetById(
  sql: ReadSql,
  realmId: number,
  userId: number,
  id: number,
): Promise<Snippet | undefined> {
  const [row] = await sql<Snippet[]>`
    select id, title, content, extract(epoch from created_at)::int8 as date_created
    from saved_snippet where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`;
  return row;
}

export async function countSnippets(sql: ReadSql, realmId: number, userId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from saved_snippet where realm_id = ${realmId} and user_id = ${userId}`;
  return row?.count ?? 0;
}

export async function storeSnippet(sql: TxSql, realmId: number, userId: number, snippet: Snippet): Promise<void> {
  await sql`
    insert into saved_snippet (realm_id, id, user_id, title, content, created_at)
    values (${realmId}, ${snippet.id}, ${userId}, ${snippet.title}, ${snippet.content},
            to_timestamp(${snippet.dateCreated}))
    on conflict (realm_id, id) do update set title = excluded.title, content = excluded.content`;
}

export async function deleteSnippetRow(sql: TxSql, realmId: number, userId: number, id: number): Promise<void> {
  await sql`delete from saved_snippet where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`;
}
