import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { secretsApi } from "@/lib/secrets/contract";
import { listSecrets } from "@/lib/secrets/valid-secrets";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(secretsApi.list, (ctx, { params }) => listSecrets(ctx, params.id)),
});
