import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { describeApi } from "@/lib/openapi/operations";
import { serviceApi } from "@/lib/service/contract";

/** Serves `/v1/openapi.json` at the path where tools look first. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(serviceApi.openapi, () => describeApi()),
});
