import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { sessionApi } from "@/lib/session/contract";
import { prove } from "@/lib/session/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(sessionApi.prove, (ctx, { body }) => prove(ctx, body)),
});
