import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { secretsApi } from "@/lib/secrets/contract";
import { revealSecret } from "@/lib/secrets/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(secretsApi.reveal, (ctx, { params }) => revealSecret(ctx, params.id)),
});
