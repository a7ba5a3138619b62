import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { signInReply } from "@/lib/http/session";
import { sessionApi } from "@/lib/session/contract";
import { setUp } from "@/lib/session/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(sessionApi.setup, async (ctx, { body }, headers) =>
    signInReply(await setUp(ctx, body), headers),
  ),
});
