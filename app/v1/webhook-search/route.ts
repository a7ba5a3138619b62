import { assertAccess } from "@/lib/http/access";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { webhookSearchApi } from "@/lib/webhook-search/contract";
import { searchWebhooks } from "@/lib/webhook-search/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(webhookSearchApi.find, (ctx, { query }) => {
    assertAccess(ctx.scopes, "deliveries:read");
    return searchWebhooks(ctx, query);
  }),
});
