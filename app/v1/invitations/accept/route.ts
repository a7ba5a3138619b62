import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { signInReply } from "@/lib/http/session";
import { invitationsApi } from "@/lib/invitations/contract";
import { acceptInvitation } from "@/lib/invitations/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(invitationsApi.accept, async (ctx, { body }, headers) =>
    signInReply(await acceptInvitation(ctx, body), headers),
  ),
});
