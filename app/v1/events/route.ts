import { eventsApi } from "@/lib/events/contract";
import { listEvents, publishEvent } from "@/lib/events/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { memberText } from "@/lib/protocol/json-text";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(eventsApi.list, (ctx, { query }) => listEvents(ctx, query)),
  POST: handle(eventsApi.publish, (ctx, { body, bodyText }) =>
    publishEvent(ctx, body, memberText(bodyText, "data")),
  ),
});
