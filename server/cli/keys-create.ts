import { parseArgs } from "node:util";
import { z } from "zod";
import type { Database } from "@/db/client";
import { scopes } from "@/db/enums";
import { accounts } from "@/db/schema/accounts";
import { ApiKeyDraft } from "@/lib/api-keys/contract";
import { issueApiKey } from "@/lib/api-keys/operations";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { commandLine } from "./command-line";
import { runCommand } from "./entry";
import { withDatabase } from "./with-database";

const usage = `Usage: npm run keys:create -- --name NAME [--account NAME] [--scopes a,b]

  --name      name of the key in lists
  --account   account of the key, created if it does not exist.
              Without it, a service key for every account
  --scopes    ${scopes.join(", ")}; default: all`;

/** `npm run keys:create`: prints only the new key on standard output. */
await runCommand(async () => {
  const { name, account, scopes } = readArguments();
  const draft = z.safeParse(ApiKeyDraft, { name, scopes });
  if (!draft.success) {
    throw new CannotStart(`${draft.error.issues[0]?.message}.\n\n${usage}`);
  }
  await withDatabase(async (db) => {
    const accountId = account === undefined ? null : await accountNamed(db, account);
    const { key } = await issueApiKey(commandLine(db), { ...draft.data, accountId });
    console.log(key);
  });
});

function readArguments() {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({ options: { name: text, account: text, scopes: text } });
    return { ...values, scopes: values.scopes?.split(",") ?? [...scopes] };
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n\n${usage}`);
  }
}

async function accountNamed(db: Database, name: string): Promise<string | null> {
  const [account] = await db
    .insert(accounts)
    .values({ name })
    .onConflictDoUpdate({ target: accounts.name, set: { name } })
    .returning({ id: accounts.id });
  return account?.id ?? null;
}
