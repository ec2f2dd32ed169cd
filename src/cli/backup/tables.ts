import type { ReadSql } from "#engine/db/database.ts";
import type { Sequence, Table } from "./content.ts";

/** All tables but that of the migrations, with the columns that hold values of their own. */
export const readTables = (sql: ReadSql): Promise<Table[]> => sql<Table[]>`
  select c.relname as name,
         json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname)
           as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'schema_version'
  group by c.relname order by c.relname`;

/** A sequence belongs to no snapshot: read in one, it may be ahead of the rows, and never behind. */
export const readSequences = (sql: ReadSql): Promise<Sequence[]> => sql<Sequence[]>`
  select c.relname as table, a.attname as column, s.last_value as last
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
  join pg_sequences s
    on s.schemaname = current_schema()
    and pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass = format('%I.%I', s.schemaname, s.sequencename)::regclass
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and s.last_value is not null
  order by 1, 2`;

/** How values are written as text and read again, whatever this PostgreSQL is set to. */
export const useTextForm = (sql: ReadSql) => sql`
  select set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
         set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
         set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true)`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnList = ({ columns }: Table): string => columns.map(({ name }) => quoted(name)).join(", ");
