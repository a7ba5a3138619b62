import { z } from "zod";
import { AccountDraft, accountsApi } from "@/lib/accounts/contract";
import { createAccount, listAccounts } from "@/lib/accounts/operations";
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
      const made = await createAccount(commandLine(db), draft.data);
      printResult(z.encode(accountsApi.create.response, made), made.id, printing);
    },
    { creates: true },
  );
}
