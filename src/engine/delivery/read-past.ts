import type { ReadSql, ReadPool } from "#engine/db/database.ts";
import { type AccessHistory, emptyHistory, noteAccess, WITHOUT_BEFORE } from "#engine/model/access/history.ts";
import type { Change } from "#engine/model/changes.ts";
import type { Whereabouts } from "#engine/model/access/permissions.ts";
import type { LogEntry } from "#engine/log/entry.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { carriedMessage, type TextChange } from "#engine/log/message-text.ts";
import { messagesOf, type Moved } from "#engine/log/moved.ts";

/** Reads from the database what visibility.ts needs, for entries older than those in memory. */

/** The access changes after a position, up to and including another. */
export async function readAccess(
  sql: ReadSql,
  realmId: number,
  range: { readonly after: number; readonly upTo: number },
): Promise<AccessHistory> {
  const rows = await sql<{ position: number; change: Change }[]>`
    select position, change from event_log
    where realm_id = ${realmId} and position > ${range.after} and position <= ${range.upTo}
      and (change ->> 'before' is not null or change ->> 'kind' = any(${[...WITHOUT_BEFORE]}::text[]))
    order by position`;
  const history = emptyHistory();
  for (const { position, change } of rows) noteAccess(history, position, change);
  return history;
}

export interface MessageStates {
  readonly moved: Moved;
  readonly texts: ReadonlyMap<number, TextChange>;
  /** The head at which the states were read; undefined if the entries are about no messages. */
  readonly position: number | undefined;
}

interface MessageStateRow extends Whereabouts {
  readonly content: string | null;
  readonly renderedContent: string | null;
}

/** Where the messages of entries are now, and their current texts. */
export async function readMessageStates(
  sql: ReadPool,
  realmId: number,
  entries: readonly LogEntry[],
  kindOf: (entry: LogEntry) => EventKind | undefined,
): Promise<MessageStates> {
  const carried = new Set(entries.flatMap((entry) => carriedMessage(entry, kindOf(entry)) ?? []));
  const ids = [...new Set([...entries.flatMap(({ audience }) => messagesOf(audience)), ...carried])];
  if (ids.length === 0) return { moved: new Map(), texts: new Map(), position: undefined };
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const [head] = await tx<{ position: number }[]>`select position from realm_head where realm_id = ${realmId}`;
    const rows = await tx<MessageStateRow[]>`
      select id, conversation_id, moves, content, rendered_content from message
      where realm_id = ${realmId} and id = any(${ids}::int8[])
      union all
      select id, conversation_id, moves, null, null from gone_message
      where realm_id = ${realmId} and id = any(${ids}::int8[])`;
    return { ...statesOf(rows, carried), position: head?.position ?? 0 };
  });
}

function statesOf(
  rows: readonly MessageStateRow[],
  carried: ReadonlySet<number>,
): Pick<MessageStates, "moved" | "texts"> {
  const moved = rows.filter(({ moves }) => moves !== null && moves !== undefined);
  const stored = new Map(rows.filter(({ content }) => content !== null).map((row) => [row.id, row]));
  const textOf = (id: number) => {
    const { content, renderedContent } = stored.get(id) ?? {};
    return content == null || renderedContent == null ? undefined : { content, renderedContent };
  };
  return {
    moved: new Map(moved.map((row) => [row.id, row])),
    texts: new Map([...carried].map((id) => [id, { position: Infinity, text: textOf(id) }])),
  };
}
