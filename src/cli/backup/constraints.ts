import type { Transaction } from "#engine/db/database.ts";
import { quoted } from "./tables.ts";

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Loads rows in any order of the tables, and without what triggers would add: foreign keys are made again afterwards,
 * which checks all rows at once. The owner of the tables may do this; it needs no superuser.
 */
export async function withoutConstraints(tx: Transaction, load: () => Promise<void>): Promise<void> {
  const keys = await tx<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace`;
  const triggers = await tx<{ table: string }[]>`
    select distinct c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`;
  for (const { table, name } of keys) {
    await tx.unsafe(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  }
  for (const { table } of triggers) await tx.unsafe(`alter table ${quoted(table)} disable trigger user`);
  await load();
  for (const { table } of triggers) await tx.unsafe(`alter table ${quoted(table)} enable trigger user`);
  for (const { table, name, definition } of keys) {
    await tx.unsafe(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
  }
}
