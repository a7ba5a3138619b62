import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { inboxApi } from "@/lib/inbox/contract";
import { readRequest } from "@/lib/inbox/requests";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(inboxApi.readRequest, (ctx, { params }) =>
    readRequest(ctx, params.id, params.number),
  ),
});
