import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { openApiDocument } from "@/lib/http/openapi";
import { rootApi } from "@/lib/root/contract";

/** Where tools look for it first; the same as `/v1/openapi.json`. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(rootApi.openapi, async () => openApiDocument()),
});
