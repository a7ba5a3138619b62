import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { rootApi } from "@/lib/root/contract";
import { describeApi } from "@/lib/root/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(rootApi.openapi, () => describeApi()),
});
