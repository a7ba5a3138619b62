import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { signInReply } from "@/lib/http/session";
import { sessionApi } from "@/lib/session/contract";
import { changePassword } from "@/lib/session/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  PUT: handle(sessionApi.changePassword, async (ctx, { body }, headers) =>
    signInReply(await changePassword(ctx, body), headers),
  ),
});
