import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { sessionsApi } from "@/lib/sessions/contract";
import { revokeSession } from "@/lib/sessions/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  DELETE: handle(sessionsApi.revoke, (ctx, { params }) => revokeSession(ctx, params.id)),
});
