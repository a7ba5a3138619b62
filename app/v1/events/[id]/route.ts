import { eventsApi } from "@/lib/events/contract";
import { readEvent } from "@/lib/events/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(
    eventsApi.read,
    (ctx, { params }) => readEvent(ctx, params.id),
    ({ dataText }) => ({ data: dataText }),
  ),
});
