import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { enter, leave, whoIs } from "@/lib/http/session";
import { sessionApi } from "@/lib/session/contract";
import { signIn } from "@/lib/session/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(sessionApi.read, whoIs),
  POST: handle(sessionApi.signIn, async (ctx, { body }, headers) =>
    enter(await signIn(ctx, body), headers),
  ),
  DELETE: handle(sessionApi.signOut, leave),
});
