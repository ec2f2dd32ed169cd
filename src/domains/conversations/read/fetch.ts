import { readHistory } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { type Fragment, idList } from "#engine/db/fragment.ts";
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
import { readPage } from "./plans/read-page.ts";
import type { PageRows } from "./plans/run-plan.ts";
import { checkSize, isPartial, shareOf, sizedColumns, type SizedRow, withinLimit } from "./page-size.ts";
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
    const page = withinLimit(await readSized(opened, terms, range, wanted), bytesIn(opened));
    return { context: opened, read: { ...page, rows: await withTexts(opened, page, wanted) } };
  });
  await reachedBy(realm, read.rows);
  return { ...pageOf(context, read), searches: context.searches };
}

/** A row with the head of the log at the time of the read; null if the model had reached it, as it nearly always has. */
type ReadRow<Row = MessageRow> = Row & { readonly position: number | null };

type ReadPage<Row = MessageRow> = PageRows<ReadRow<Row>> & { readonly start: number };

/** A page of which the long texts are still to be read. */
async function readSized(
  context: NarrowContext,
  terms: readonly Term[],
  range: AnchorRange,
  wanted: Wanted,
): Promise<ReadPage<SizedRow> & { readonly share: number }> {
  const { sql, reader } = context;
  const share = shareOf(range.numBefore + 1 + range.numAfter);
  const read = sizedColumns(sql, reader.id, wanted, share, commonPlace(context, terms));
  return { share, ...(await readRows<SizedRow>(context, terms, range, read)) };
}

/** The places of messages with their reader's state, and nothing else. */
export const readRangeStates = (
  context: NarrowContext,
  terms: readonly Term[],
  range: AnchorRange,
): Promise<ReadPage> =>
  readRows(context, terms, range, columns(context.sql, context.reader.id, "state", commonPlace(context, terms)));

function readRows<Row extends MessageRow>(
  context: NarrowContext,
  terms: readonly Term[],
  range: AnchorRange,
  read: Fragment,
): Promise<ReadPage<Row>> {
  const { sql } = context;
  return readPage(context, terms, range, {
    columns: sql`${read}, ${headBehind(context)} as position`,
    run: (query) => sql<ReadRow<Row>[]>`${query}`,
    idsOf: (rows) => rows.map(({ id }) => id),
  });
}

/**
 * The rows with their long texts, which are read once it is known that they fit. Such a row is read again as a whole:
 * its message may have been moved in between, with another text. One that is gone is left out.
 */
async function withTexts(
  context: NarrowContext,
  { rows, share }: { readonly rows: readonly ReadRow<SizedRow>[]; readonly share: number },
  wanted: Wanted,
): Promise<readonly ReadRow[]> {
  const partial = rows.filter((row) => isPartial(row, share)).map(({ id }) => id);
  if (partial.length === 0) return rows;
  const { sql, reader } = context;
  const whole = await sql<ReadRow[]>`
    select ${columns(sql, reader.id, wanted)}, ${headBehind(context)} as position
    from message m ${joins(sql, reader.id)}
    where m.realm_id = ${context.model.realm.id} and m.id = any(${idList(sql, partial)})`;
  const byId = new Map(whole.map((row) => [row.id, row]));
  return rows.flatMap((row) => (isPartial(row, share) ? (byId.get(row.id) ?? []) : row));
}

/** The size of a message of a page; a direct one names everybody whom it was sent to. */
const bytesIn =
  ({ model }: NarrowContext) =>
  ({ bytes, isDirect, conversationId }: SizedRow): number =>
    bytes + (isDirect ? PARTICIPANT_BYTES * (model.conversations.get(conversationId)?.userIds.length ?? 0) : 0);

/** About as long as their name and their address are in JSON. */
const PARTICIPANT_BYTES = 100;

/** The rows of a page may come from two reads. */
async function reachedBy(realm: RealmRuntime, rows: readonly ReadRow[]): Promise<void> {
  await realm.reached(rows.reduce((newest, { position }) => Math.max(newest, position ?? 0), 0));
}

/** The rows that the reader may read. The model must have reached the position of the rows. */
export function pageOf({ model, reader }: NarrowContext, { rows, start, ends }: ReadPage): MessagePage {
  const messages = readableMessages(model, reader, rows).sort((a, b) => a.id - b.id);
  return { messages, anchor: start, ...ends };
}

/**
 * The messages of `ids` that the reader may read and that match, ascending; on request only those they received. If their
 * texts are too long for one response, the request is refused: which of them the caller needs first is not known here.
 */
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
  const share = shareOf(candidates.length);
  const rows = await sql<ReadRow<SizedRow>[]>`
    select ${sizedColumns(sql, reader.id, options.wanted, share)}, ${headBehind(context)} as position
    from message m ${joins(sql, reader.id)}
    where m.realm_id = ${realm.id} and m.id = any(${[...candidates]}::int8[]) ${all(sql, conditions)}
    order by m.id`;
  await reachedBy(realm, rows);
  const readable = readableMessages(model, reader, rows);
  checkSize(readable, bytesIn(context));
  const whole = await withTexts(context, { rows: readable, share }, options.wanted);
  await reachedBy(realm, whole);
  return { messages: readableMessages(model, reader, whole), searches: context.searches };
}

const headBehind = ({ sql, model }: NarrowContext): Fragment =>
  sql`nullif((select position from realm_head where realm_id = ${model.realm.id}), ${model.position})`;
