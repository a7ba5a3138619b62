import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { signInLinksApi } from "@/lib/sign-in-links/contract";
import { previewSignInLink } from "@/lib/sign-in-links/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(signInLinksApi.preview, (ctx, { body }) => previewSignInLink(ctx, body)),
});
