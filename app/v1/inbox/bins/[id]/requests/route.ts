import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { inboxApi } from "@/lib/inbox/contract";
import { clearBin } from "@/lib/inbox/operations";
import { listRequests } from "@/lib/inbox/requests";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(inboxApi.requests, (ctx, { params, query }) => listRequests(ctx, params.id, query)),
  DELETE: handle(inboxApi.clear, (ctx, { params }) => clearBin(ctx, params.id)),
});
