import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { signingKeysApi } from "@/lib/signing-keys/contract";
import { disableSigningKey, enableSigningKey, readSigningKey } from "@/lib/signing-keys/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(signingKeysApi.read, (ctx, { params }) => readSigningKey(ctx, params.id)),
  PUT: handle(signingKeysApi.enable, (ctx, { params }) => enableSigningKey(ctx, params.id)),
  DELETE: handle(signingKeysApi.disable, (ctx, { params }) => disableSigningKey(ctx, params.id)),
});
