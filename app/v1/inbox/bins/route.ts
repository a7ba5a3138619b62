import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { inboxApi } from "@/lib/inbox/contract";
import { createBin, listBins } from "@/lib/inbox/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(inboxApi.list, (ctx, { query }) => listBins(ctx, query.account)),
  POST: handle(inboxApi.create, (ctx, { body, query }) => createBin(ctx, body, query.account)),
});
