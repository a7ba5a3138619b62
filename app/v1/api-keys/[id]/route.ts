import { apiKeysApi } from "@/lib/api-keys/contract";
import { readApiKey, revokeApiKey } from "@/lib/api-keys/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(apiKeysApi.read, (ctx, { params }) => readApiKey(ctx, params.id)),
  DELETE: handle(apiKeysApi.revoke, (ctx, { params }) => revokeApiKey(ctx, params.id)),
});
