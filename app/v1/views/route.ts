import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { viewsApi } from "@/lib/views/contract";
import { listViews, saveView } from "@/lib/views/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(viewsApi.list, listViews),
  POST: handle(viewsApi.save, (ctx, { body }) => saveView(ctx, body)),
});
