import { openClient } from "@/db/driver";

/** Fixes how values are written as text, whatever the defaults of the database are. */
const textFormats = {
  DateStyle: "ISO",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
};

/** Limits that a role or a database may set. Postgres before 17 does not have all of them. */
const limits = [
  ...["statement_timeout", "lock_timeout"],
  ...["transaction_timeout", "idle_in_transaction_session_timeout"],
];

/**
 * Opens one connection for a transaction that may take hours. A slow disk at the other end must not end it, so it has no
 * time limits.
 */
export async function openCopySession(url: string) {
  const sql = openClient(url, {
    max: 1,
    limitMs: null,
    settings: { ...textFormats, application_name: "postback backup" },
  });
  await sql`select set_config(name, '0', false) from pg_settings where name in ${sql(limits)}`;
  return sql;
}
