import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { secretsApi } from "@/lib/secrets/contract";
import { rotateSecret } from "@/lib/secrets/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(secretsApi.rotate, (ctx, { params, body }) => rotateSecret(ctx, params.id, body)),
});
