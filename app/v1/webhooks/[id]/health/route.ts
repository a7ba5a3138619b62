import { healthApi } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(healthApi.read, (ctx, { params }) => readHealth(ctx, params.id)),
});
