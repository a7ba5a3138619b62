import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { expireSignIns } from "./expire";

test("deletes ended sessions and old sign-in failures, and keeps the others", async () => {
  const { sql } = await freshDatabase();
  await sql`insert into users (id, email, role) values (new_id(), 'a@example.com', 'viewer')`;
  await sql`
    insert into sessions (token_hash, user_id, expires_at)
    select state, id, now() + shift from users,
      (values ('ended', interval '-1 second'), ('open', interval '1 hour')) as t(state, shift)`;
  await sql`
    insert into sign_in_failures (subject, failures, since)
    values ('old', 5, now() - interval '2 days'), ('new', 1, now())`;
  await expireSignIns(sql);
  expect(await sql`select token_hash from sessions`).toEqual([{ tokenHash: "open" }]);
  expect(await sql`select subject from sign_in_failures`).toEqual([{ subject: "new" }]);
});
