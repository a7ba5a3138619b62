import { alertsApi } from "@/lib/alerts/contract";
import { sendTestAlert } from "@/lib/alerts/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(alertsApi.test, sendTestAlert),
});
