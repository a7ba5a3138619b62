import { handle } from "@/lib/http/handle";
import { linkNext } from "@/lib/http/link-next";
import { methods } from "@/lib/http/methods";
import { webhooksApi } from "@/lib/webhooks/contract";
import { createWebhook, listWebhooks } from "@/lib/webhooks/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(webhooksApi.list, async (ctx, { query }, headers) => {
    const { items, nextCursor } = await listWebhooks(ctx, query);
    linkNext(headers, webhooksApi.list.path, query, nextCursor);
    return items;
  }),
  POST: handle(webhooksApi.create, (ctx, { body, query }) =>
    createWebhook(ctx, body, query.account),
  ),
});
