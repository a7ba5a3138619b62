import { apiKeysApi } from "@/lib/api-keys/contract";
import { rotateApiKey } from "@/lib/api-keys/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(apiKeysApi.rotate, (ctx, { params, body }) => rotateApiKey(ctx, params.id, body)),
});
