import { apiKeysApi } from "@/lib/api-keys/contract";
import { restoreApiKey } from "@/lib/api-keys/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(apiKeysApi.restore, (ctx, { params }) => restoreApiKey(ctx, params.id)),
});
