import { accountSecretsApi } from "@/lib/account-secrets/contract";
import { rotateAccountSecret } from "@/lib/account-secrets/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(accountSecretsApi.rotate, (ctx, { params, body }) =>
    rotateAccountSecret(ctx, params.id, body),
  ),
});
