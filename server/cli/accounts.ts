import { eq, ne } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { AccountDraft, accountsApi } from "@/lib/accounts/contract";
import { createAccount, listAccounts } from "@/lib/accounts/operations";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { commandLine } from "./command-line";
import { type Printing, printResult, tableOf } from "./print";
import { withDatabase } from "./with-database";
import { WrongUsage } from "./wrong-usage";

export async function printAccounts(printing: Printing): Promise<void> {
  await withDatabase(async (db) => {
    const list = z.encode(accountsApi.list.response, await listAccounts(commandLine(db)));
    const rows = list.accounts.map(({ id, name, createdAt }) => [id, name, createdAt]);
    printResult(list, tableOf(["ID", "NAME", "CREATED"], rows), printing);
  });
}

/** Without `json`, prints nothing but the id on standard output. */
export async function addAccount(name: string, printing: Printing): Promise<void> {
  const draft = z.safeParse(AccountDraft, { name });
  if (!draft.success) throw new WrongUsage(`${draft.error.issues[0]?.message}.`);
  await withDatabase(
    async (db) => {
      const made = await createAccountIn(db, draft.data, printing);
      printResult(z.encode(accountsApi.create.response, made), made.id, printing);
    },
    { creates: true },
  );
}

/** Creates an account. Says on standard error what a second one changes, unless the output is for programs. */
export async function createAccountIn(
  db: Database,
  draft: AccountDraft,
  { json = false }: Printing,
) {
  const made = await createAccount(commandLine(db), draft);
  const others = await db.$count(accounts, ne(accounts.id, sampleAccount.id));
  if (others === 2 && !json) console.error(secondAccount);
  return made;
}

/** Returns the id of the account with a name, or undefined if there is none. */
export async function accountIdOf(db: Database, name: string): Promise<string | undefined> {
  const [known] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.name, name));
  return known?.id;
}

const secondAccount =
  "There are two accounts now. Requests with a service key must name one: accountId in events, ?account= where webhooks are created. Or give each publisher a key of its account.";
