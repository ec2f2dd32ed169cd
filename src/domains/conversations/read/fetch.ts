import { readHistory } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import { readableMessages, type ReadableMessage } from "../access.ts";
import type { NarrowContext, Searches } from "./narrow/context.ts";
import { filterOf } from "./narrow/filter.ts";
import { ownHistory } from "./narrow/history.ts";
import { commonPlace } from "./narrow/named.ts";
import { openNarrow } from "./narrow/open-narrow.ts";
import type { Term } from "./narrow/terms.ts";
import { resolveWith } from "./narrow/with.ts";
import { all } from "./plans/page-statement.ts";
import type { AnchorRange, PageEnds } from "./plans/range.ts";
import { type PageRows, readPage } from "./plans/read-page.ts";
import { searchAmong } from "./plans/search-walk.ts";
import { columns, joins, type MessageRow, type Wanted } from "../queries.ts";

export interface MessagePage extends PageEnds {
  readonly messages: readonly ReadableMessage[];
  readonly anchor: number;
}

interface Searched {
  readonly searches: Searches;
}

/** The messages of a narrow around an anchor, ascending. */
export async function fetchMessages(
  realm: RealmRuntime,
  reader: User,
  narrow: readonly Term[],
  range: AnchorRange,
  wanted: Wanted,
): Promise<MessagePage & Searched> {
  const terms = await resolveWith(realm, reader, narrow);
  const { context, read } = await readHistory(realm, async (sql) => {
    const opened = await openNarrow(realm, reader, terms, sql);
    return { context: opened, read: await readMessages(opened, terms, range, wanted) };
  });
  await realm.reached(read.rows.at(0)?.position ?? 0);
  return { ...pageOf(context, read), searches: context.searches };
}

/** A row with the head of the log at the time of the read; null if the model had reached it, as it nearly always has. */
type ReadRow = MessageRow & { readonly position: number | null };

type ReadPage = PageRows<ReadRow> & { readonly start: number };

export function readMessages(
  context: NarrowContext,
  terms: readonly Term[],
  range: AnchorRange,
  wanted: Wanted,
): Promise<ReadPage> {
  const { sql, reader } = context;
  const read = columns(sql, reader.id, wanted, commonPlace(context, terms));
  return readPage(context, terms, range, {
    columns: sql`${read}, ${headBehind(context)} as position`,
    run: (query) => sql<ReadRow[]>`${query}`,
    idsOf: (rows) => rows.map(({ id }) => id),
  });
}

/** The rows that the reader may read. The model must have reached the position of the rows. */
export function pageOf({ model, reader }: NarrowContext, { rows, start, ends }: ReadPage): MessagePage {
  const messages = readableMessages(model, reader, rows).sort((a, b) => a.id - b.id);
  return { messages, anchor: start, ...ends };
}

/** The messages of `ids` that the reader may read and that match, ascending; on request only those they received. */
export async function fetchById(
  realm: RealmRuntime,
  reader: User,
  narrow: readonly Term[],
  ids: readonly number[],
  options: { readonly wanted: Wanted; readonly isOwn?: boolean },
): Promise<{ readonly messages: ReadableMessage[] } & Searched> {
  const terms = await resolveWith(realm, reader, narrow);
  const opened = await openNarrow(realm, reader, terms);
  const { ids: candidates, context } = await searchAmong(opened, ids);
  const { sql, model } = context;
  const conditions = terms.length === 0 ? [] : filterOf(context, terms);
  if (options.isOwn === true) conditions.push(ownHistory(context));
  const rows = await sql<ReadRow[]>`
    select ${columns(sql, reader.id, options.wanted)}, ${headBehind(context)} as position
    from message m ${joins(sql, reader.id)}
    where m.realm_id = ${realm.id} and m.id = any(${[...candidates]}::int8[]) ${all(sql, conditions)}
    order by m.id`;
  await realm.reached(rows[0]?.position ?? 0);
  return { messages: readableMessages(model, reader, rows), searches: context.searches };
}

const headBehind = ({ sql, model }: NarrowContext): Fragment =>
  sql`nullif((select position from realm_head where realm_id = ${model.realm.id}), ${model.position})`;
