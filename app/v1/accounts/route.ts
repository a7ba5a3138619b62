import { accountsApi } from "@/lib/accounts/contract";
import { createAccount, listAccounts } from "@/lib/accounts/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(accountsApi.list, (ctx, { query }) => listAccounts(ctx, query)),
  POST: handle(accountsApi.create, (ctx, { body }) => createAccount(ctx, body)),
});
