import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { viewsApi } from "@/lib/views/contract";
import { removeView } from "@/lib/views/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  DELETE: handle(viewsApi.remove, (ctx, { params }) => removeView(ctx, params.id)),
});
