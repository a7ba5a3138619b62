import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { inboxApi } from "@/lib/inbox/contract";
import { deleteBin, readBin, updateBin } from "@/lib/inbox/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(inboxApi.read, (ctx, { params }) => readBin(ctx, params.id)),
  PUT: handle(inboxApi.update, (ctx, { params, body }) => updateBin(ctx, params.id, body)),
  DELETE: handle(inboxApi.remove, (ctx, { params }) => deleteBin(ctx, params.id)),
});
