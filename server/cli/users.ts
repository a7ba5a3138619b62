import { z } from "zod";
import { newToken } from "@/lib/session/token";
import { usersApi } from "@/lib/users/contract";
import { findUser, listUsers, updateUser } from "@/lib/users/operations";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { commandLine } from "./command-line";
import { type Printing, printResult, tableOf } from "./print";
import { withDatabase } from "./with-database";

export async function printUsers(printing: Printing): Promise<void> {
  await withDatabase(async (db) => {
    const list = z.encode(usersApi.list.response, await listUsers(commandLine(db)));
    const rows = list.users.map(({ id, email, role, createdAt }) => [id, email, role, createdAt]);
    printResult(list, tableOf(["ID", "E-MAIL", "ROLE", "CREATED"], rows), printing);
  });
}

/** Without `json`, prints nothing but the new password on standard output. */
export async function resetPassword({
  email,
  json = false,
}: Printing & { email: string }): Promise<void> {
  await withDatabase(async (db) => {
    const ctx = commandLine(db);
    const user = await findUser(ctx, email);
    if (!user) throw new CannotStart(`There is no user with the e-mail address ${email}.`);
    const password = newToken();
    await updateUser(ctx, user.id, { password });
    printResult({ email, password }, password, { json });
  });
}
