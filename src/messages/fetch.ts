import type { LiveRealm } from "../live/realm.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";
import { chain, type Fragment } from "../db/fragment.ts";
import type { Sql } from "../db/database.ts";
import { readableMessages, type ReadableMessage } from "./access.ts";
import { filterOf } from "./narrow/filter.ts";
import type { Term } from "./narrow/terms.ts";
import { columns, joins, type MessageRow, type Wanted } from "./queries.ts";
import { unreadIds, unreadPlaces } from "./unread.ts";

export type Anchor = "newest" | "oldest" | "first_unread" | number;

/** An anchor beyond every message. */
const END = 10_000_000_000_000_000;

export interface Range {
  readonly anchor: Anchor;
  readonly wanted: Wanted;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
}

export interface Page {
  readonly messages: readonly ReadableMessage[];
  readonly anchor: number;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** The messages of a narrow around an anchor, ascending. */
export async function fetchMessages(
  realm: LiveRealm,
  reader: User,
  terms: readonly Term[],
  range: Range,
): Promise<Page> {
  const { sql, model } = realm;
  const { conditions } = filterOf({ sql, model, reader }, terms);
  const anchor = await anchorId(realm, reader, conditions, range.anchor);
  const numBefore = range.anchor === "oldest" ? 0 : range.numBefore;
  const numAfter = anchor === END ? 0 : range.numAfter;
  const rows = await read(sql, model, reader, conditions, { ...range, anchor, numBefore, numAfter });
  await realm.reached(rows.at(0)?.position ?? 0);
  const before = rows.filter(({ id }) => id < anchor).length;
  const after = rows.filter(({ id }) => id > anchor).length;
  return {
    messages: readableMessages(model, reader, rows).sort((a, b) => a.id - b.id),
    anchor,
    foundAnchor: before + after < rows.length,
    foundOldest: range.anchor === "oldest" || before < numBefore,
    foundNewest: anchor === END || after < numAfter,
  };
}

/** The named messages that the reader may read and that match, ascending. */
export async function fetchById(
  realm: LiveRealm,
  reader: User,
  terms: readonly Term[],
  ids: readonly number[],
  wanted: Wanted,
): Promise<ReadableMessage[]> {
  const { sql, model } = realm;
  const conditions = terms.length === 0 ? [] : filterOf({ sql, model, reader }, terms).conditions;
  const rows = await sql<(MessageRow & { position: number })[]>`
    select ${columns(sql, reader.id, wanted)}, (select position from realm_head where realm_id = ${realm.id}) as position
    from message m ${joins(sql, reader.id)}
    where m.realm_id = ${realm.id} and m.id = any(${[...ids]}::int8[]) ${all(sql, conditions)}
    order by m.id`;
  await realm.reached(rows[0]?.position ?? 0);
  return readableMessages(model, reader, rows);
}

const all = (sql: Sql, conditions: readonly Fragment[]) =>
  chain(
    sql,
    conditions.map((condition) => sql` and (${condition})`),
  );

/** One statement, and so one snapshot, for both sides of the anchor and for the head of the log. */
function read(
  sql: Sql,
  model: Model,
  reader: User,
  conditions: readonly Fragment[],
  range: Range & { readonly anchor: number },
) {
  const select = sql`
    select ${columns(sql, reader.id, range.wanted)},
           (select position from realm_head where realm_id = ${model.realm.id}) as position
    from message m ${joins(sql, reader.id)}
    where m.realm_id = ${model.realm.id} ${all(sql, conditions)}`;
  const parts: Fragment[] = [];
  if (range.numBefore > 0) {
    parts.push(sql`(${select} and m.id < ${range.anchor} order by m.id desc limit ${range.numBefore})`);
  }
  if (range.includeAnchor && range.anchor !== END) parts.push(sql`(${select} and m.id = ${range.anchor})`);
  if (range.numAfter > 0) {
    parts.push(sql`(${select} and m.id > ${range.anchor} order by m.id limit ${range.numAfter})`);
  }
  const [first, ...others] = parts;
  if (first === undefined) return [];
  return sql<(MessageRow & { position: number })[]>`${first} ${chain(
    sql,
    others.map((part) => sql` union all ${part}`),
  )}`;
}

async function anchorId(
  realm: LiveRealm,
  reader: User,
  conditions: readonly Fragment[],
  anchor: Anchor,
): Promise<number> {
  if (anchor === "newest") return END;
  if (anchor === "oldest") return 0;
  if (typeof anchor === "number") return Math.min(Math.max(0, anchor), END);
  const { sql, model } = realm;
  const unread = unreadIds(sql, realm.id, reader.id, unreadPlaces(model, reader));
  const [row] = await sql<{ id: number | null }[]>`
    select min(m.id) as id from message m ${joins(sql, reader.id)}
    where m.realm_id = ${realm.id} and m.id = any(array(${unread})) ${all(sql, conditions)}`;
  return row?.id ?? END;
}
