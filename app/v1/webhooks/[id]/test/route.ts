import { eventsApi } from "@/lib/events/contract";
import { sendTest } from "@/lib/events/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { memberText } from "@/lib/protocol/json-text";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(eventsApi.test, (ctx, { params, body, bodyText }) =>
    sendTest(ctx, params.id, body, memberText(bodyText, "data")),
  ),
});
