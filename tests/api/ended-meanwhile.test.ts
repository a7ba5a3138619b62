import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "@/db/schema/audit";
import { api } from "./client";
import { operator, password, sessionOf } from "./people";
import { beginTransaction, untilBlocking } from "./until-blocking";
import { db, keyOf } from "./world";

const confirm = { line: "POST /v1/session/proof", body: { password } };
const save = { line: "POST /v1/views", body: { name: "Outage", query: "status=failed" } };

test.each([
  { status: 401, ...save, table: "users", column: "id" },
  { status: 401, ...confirm, table: "sessions", column: "user_id" },
  { status: 204, line: "DELETE /v1/session", table: "sessions", column: "user_id" },
])("$line changes nothing once the row in $table is deleted meanwhile", async (given) => {
  const { line, status, table, column, ...body } = given;
  const { id } = await operator();
  const headers = await sessionOf(id);
  const deletion = await beginTransaction();
  await deletion`delete from ${deletion(table)} where ${deletion(column)} = ${id}`;
  const answering = api(line, { headers, ...body });
  await untilBlocking(deletion);
  await deletion`commit`;
  expect((await answering).status).toBe(status);
  expect(await db.$count(auditLog, eq(auditLog.actorId, id))).toBe(0);
});

test("a role that another request changed meanwhile is the one that the audit calls the former", async () => {
  const key = await keyOf(null, ["admin"]);
  const { id } = await operator("viewer");
  const other = await beginTransaction();
  await other`update users set role = 'operator' where id = ${id}`;
  const answering = api(`PUT /v1/users/${id}`, { key, body: { role: "admin" } });
  await untilBlocking(other);
  await other`commit`;
  expect((await answering).status).toBe(200);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.targetId, id));
  expect(JSON.parse(entry?.before ?? "null")).toEqual({ role: "operator" });
});
