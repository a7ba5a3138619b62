import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { viewsApi } from "@/lib/views/contract";
import { readView, removeView } from "@/lib/views/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(viewsApi.read, (ctx, { params }) => readView(ctx, params.id)),
  DELETE: handle(viewsApi.remove, (ctx, { params }) => removeView(ctx, params.id)),
});
