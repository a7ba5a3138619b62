import type { TransactionSql } from "postgres";

/** Creates random functions for one session. The same seeds give the same sample everywhere. */
export async function makeDice(sql: TransactionSql): Promise<void> {
  await sql`
    create or replace function pg_temp.roll(seed bigint, salt int) returns float8
    language sql immutable parallel safe
    as $$ select (hashint8extended(seed, salt) & 2147483647) / 2147483648.0 $$`;
  await sql`
    create or replace function pg_temp.any_id(name text) returns text
    language sql immutable parallel safe
    as $$ select substr(m, 1, 8) || '-' || substr(m, 9, 4) || '-4' || substr(m, 13, 3) || '-8' || substr(m, 16, 3)
      || '-' || substr(m, 19, 12) from md5(name) as m $$`;
  await sql`
    create or replace function pg_temp.id_of(at timestamptz, name text) returns uuid
    language sql immutable parallel safe
    as $$ select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(name), 1, 3) || '8' || substr(md5(name), 4, 15))::uuid $$`;
}
