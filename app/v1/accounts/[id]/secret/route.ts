import { accountSecretsApi } from "@/lib/account-secrets/contract";
import { revealAccountSecret } from "@/lib/account-secrets/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(accountSecretsApi.reveal, (ctx, { params }) => revealAccountSecret(ctx, params.id)),
});
