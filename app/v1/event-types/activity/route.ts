import { eventActivity } from "@/lib/events/activity";
import { eventsApi } from "@/lib/events/contract";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(eventsApi.activity, (ctx, { query }) => eventActivity(ctx, query)),
});
