import * as z from "zod";
import type { Database } from "@/db/client";
import { AccountDraft } from "@/lib/accounts/contract";
import { ApiKeyDraft, apiKeysApi } from "@/lib/api-keys/contract";
import { issueApiKey, listApiKeys, revokeApiKey } from "@/lib/api-keys/operations";
import { Problem } from "@/lib/protocol/problem";
import { accountIdOf, createAccountIn } from "./accounts";
import { commandLine } from "./command-line";
import { parseOptions } from "./parse-options";
import { type Printing, printResult, tableOf } from "./print";
import { withDatabase } from "./with-database";
import { WrongUsage } from "./wrong-usage";

type KeyOptions = Printing & { name: string; account?: string; scopes: string };

/** Creates a key. Without `json`, prints nothing but the key on standard output. */
export async function addKey({ account, json = false, ...options }: KeyOptions): Promise<void> {
  const scopes = options.scopes.split(",").map((scope) => scope.trim());
  const draft = parseOptions(ApiKeyDraft, { name: options.name, scopes });
  const owner = account === undefined ? null : readAccountName(account);
  await withDatabase(
    async (db) => {
      const accountId = owner && (await accountNamed(db, owner, { json }));
      const issued = await issueApiKey(commandLine(db), { ...draft, accountId });
      printResult(z.encode(apiKeysApi.issue.response, issued), issued.key, { json });
    },
    { creates: true },
  );
}

export async function printKeys(printing: Printing): Promise<void> {
  await withDatabase(async (db) => {
    const list = z.encode(apiKeysApi.list.response, await listApiKeys(commandLine(db)));
    const rows = list.apiKeys.map((key) => [
      ...[key.id, `${key.prefix}…${key.last4}`, key.name, key.accountId ?? "all accounts"],
      key.lastUsedAt ?? "never",
    ]);
    const table = tableOf(["ID", "KEY", "NAME", "ACCOUNT", "LAST USED"], rows);
    printResult(list, table, printing);
  });
}

export async function revokeKey(id: string, printing: Printing): Promise<void> {
  if (!z.uuid().safeParse(id).success)
    throw new WrongUsage(`${id} is not the id of a key. \`postback keys list\` lists them.`);
  await withDatabase(async (db) => {
    await revokeApiKey(commandLine(db), id).catch((error: unknown) => {
      const isUnknown = error instanceof Problem && error.code === 40400;
      throw isUnknown
        ? new Problem(40400, `No valid key has the id ${id}. \`postback keys list\` lists them.`)
        : error;
    });
    const text = "Key revoked. POST /v1/api-keys/{id}/restore undoes this within five minutes.";
    printResult({ id, revoked: true }, text, printing);
  });
}

function readAccountName(name: string): AccountDraft {
  const draft = z.safeParse(AccountDraft, { name });
  if (!draft.success) throw new WrongUsage(`--account: ${draft.error.issues[0]?.message}.`);
  return draft.data;
}

/** Returns the id of the account with a name. Creates it if there is none. */
async function accountNamed(db: Database, draft: AccountDraft, printing: Printing) {
  return (await accountIdOf(db, draft.name)) ?? (await createAccountIn(db, draft, printing)).id;
}
