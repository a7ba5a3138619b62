import * as z from "zod";
import type { Database } from "@/db/client";
import { newToken } from "@/lib/session/token";
import { UserDraft, usersApi } from "@/lib/users/contract";
import { createUser, findUser, listUsers, updateUser } from "@/lib/users/operations";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { accountIdOf } from "./accounts";
import { commandLine } from "./command-line";
import { parseOptions } from "./parse-options";
import { type Printing, printResult, tableOf } from "./print";
import { withDatabase } from "./with-database";

export async function printUsers(printing: Printing): Promise<void> {
  await withDatabase(async (db) => {
    const list = z.encode(usersApi.list.response, await listUsers(commandLine(db)));
    const rows = list.users.map(({ id, email, role, accountId = "all accounts", createdAt }) => [
      ...[id, email, role, accountId],
      createdAt,
    ]);
    printResult(list, tableOf(["ID", "E-MAIL", "ROLE", "ACCOUNT", "CREATED"], rows), printing);
  });
}

type NewUser = Printing & { email: string; role: string; account?: string };

/** Without `json`, prints nothing but the password on standard output. */
export async function addUser({ account, json = false, ...options }: NewUser): Promise<void> {
  const password = newToken();
  const draft = parseOptions(UserDraft, { ...options, password });
  await withDatabase(
    async (db) => {
      const accountId = account === undefined ? undefined : await existingAccount(db, account);
      const made = await createUser(commandLine(db), { ...draft, accountId });
      const result = z.encode(usersApi.create.response, made);
      printResult({ ...result, password }, password, { json });
    },
    { creates: true },
  );
}

async function existingAccount(db: Database, name: string): Promise<string> {
  const id = await accountIdOf(db, name);
  if (id !== undefined) return id;
  throw new CannotStart(
    `There is no account named ${name}. \`postback accounts list\` lists them.`,
  );
}

/** Without `json`, prints nothing but the new password on standard output. */
export async function resetPassword({
  email,
  json = false,
}: Printing & { email: string }): Promise<void> {
  await withDatabase(async (db) => {
    const ctx = commandLine(db);
    const user = await findUser(ctx, email);
    if (!user)
      throw new CannotStart(
        `There is no user with the e-mail address ${email}. \`postback users list\` lists them.`,
      );
    const password = newToken();
    await updateUser(ctx, user.id, { password });
    printResult({ email, password }, password, { json });
  });
}
