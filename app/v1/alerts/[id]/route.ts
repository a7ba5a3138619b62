import { alertsApi } from "@/lib/alerts/contract";
import { readAlert } from "@/lib/alerts/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(alertsApi.readOne, (ctx, { params }) => readAlert(ctx, params.id)),
});
