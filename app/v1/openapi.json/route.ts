import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { describeApi } from "@/lib/openapi/operations";
import { rootApi } from "@/lib/root/contract";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(rootApi.openapi, () => describeApi()),
});
