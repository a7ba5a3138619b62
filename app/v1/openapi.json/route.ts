import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { openApiDocument } from "@/lib/http/openapi";
import { rootApi } from "@/lib/root/contract";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(rootApi.openapi, async () => openApiDocument()),
});
