import { accountsApi } from "@/lib/accounts/contract";
import { readAccount, renameAccount } from "@/lib/accounts/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(accountsApi.read, (ctx, { params }) => readAccount(ctx, params.id)),
  PUT: handle(accountsApi.rename, (ctx, { params, body }) => renameAccount(ctx, params.id, body)),
});
