import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { secretsApi } from "@/lib/secrets/contract";
import { endOverlap } from "@/lib/secrets/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  DELETE: handle(secretsApi.endOverlap, (ctx, { params }) => endOverlap(ctx, params.id)),
});
