import { alertsApi } from "@/lib/alerts/contract";
import { readAlerts, removeAlertReceiver, setAlertReceiver } from "@/lib/alerts/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(alertsApi.read, readAlerts),
  PUT: handle(alertsApi.set, (ctx, { body }) => setAlertReceiver(ctx, body)),
  DELETE: handle(alertsApi.remove, removeAlertReceiver),
});
