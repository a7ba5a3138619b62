import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { signInReply } from "@/lib/http/session";
import { signInLinksApi } from "@/lib/sign-in-links/contract";
import { signInByLink } from "@/lib/sign-in-links/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(signInLinksApi.use, async (ctx, { body }, headers) =>
    signInReply(await signInByLink(ctx, body), headers),
  ),
});
