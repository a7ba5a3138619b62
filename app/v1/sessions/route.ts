import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { sessionsApi } from "@/lib/sessions/contract";
import { listSessions } from "@/lib/sessions/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(sessionsApi.list, (ctx, { query }) => listSessions(ctx, query)),
});
