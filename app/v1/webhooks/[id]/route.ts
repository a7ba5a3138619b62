import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { webhooksApi } from "@/lib/webhooks/contract";
import { deleteWebhook, readWebhook, updateWebhook } from "@/lib/webhooks/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(webhooksApi.read, (ctx, { params }) => readWebhook(ctx, params.id)),
  PUT: handle(webhooksApi.update, (ctx, { params, body }) => updateWebhook(ctx, params.id, body)),
  DELETE: handle(webhooksApi.remove, (ctx, { params }) => deleteWebhook(ctx, params.id)),
});
