import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { describeApi } from "@/lib/openapi/operations";
import { serviceApi } from "@/lib/service/contract";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(serviceApi.openapi, () => describeApi()),
});
