import { apiKeysApi } from "@/lib/api-keys/contract";
import { issueApiKey, listApiKeys } from "@/lib/api-keys/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(apiKeysApi.list, (ctx, { query }) => listApiKeys(ctx, query)),
  POST: handle(apiKeysApi.issue, (ctx, { body }) => issueApiKey(ctx, body)),
});
