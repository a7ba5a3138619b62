import { expect, test } from "vitest";
import { invitations } from "@/db/schema/accounts";
import { createUser } from "@/lib/users/operations";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { createInvitation } from "./operations";

test("an administrator who is demoted meanwhile makes no link", async () => {
  const { db, sql } = await freshDatabase();
  const machine = machineContext(db);
  const draft = { email: "a@example.com", role: "admin", password: "long enough to pass" } as const;
  const { id: userId, email } = await createUser(machine, draft);
  const actor = { kind: "user", userId, email, role: "admin", sessionHash: "" } as const;
  const other = await sql.reserve();
  await other`begin`;
  await other`update users set role = 'viewer' where id = ${userId}`;
  const refused = expect(
    createInvitation({ ...machine, actor }, { email: "new@example.com" }),
  ).rejects.toMatchObject({ code: 40300 });
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  await other`commit`;
  other.release();
  await refused;
  expect(await db.$count(invitations)).toBe(0);
});
