import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { operationalEventsApi } from "@/lib/operational-events/contract";
import { listOperationalEvents } from "@/lib/operational-events/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(operationalEventsApi.list, (ctx, { query }) => listOperationalEvents(ctx, query)),
});
