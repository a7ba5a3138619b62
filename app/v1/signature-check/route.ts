import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { signatureCheckApi } from "@/lib/signature-check/contract";
import { checkSignature } from "@/lib/signature-check/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(signatureCheckApi.check, (ctx, { body }) => checkSignature(ctx, body)),
});
