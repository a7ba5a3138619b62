import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { currentSession, signInReply, signOutReply } from "@/lib/http/session";
import { sessionApi } from "@/lib/session/contract";
import { signIn } from "@/lib/session/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(sessionApi.read, currentSession),
  POST: handle(sessionApi.signIn, async (ctx, { body }, headers) =>
    signInReply(await signIn(ctx, body), headers),
  ),
  DELETE: handle(sessionApi.signOut, signOutReply),
});
