import { healthApi } from "@/lib/health/contract";
import { countHealth } from "@/lib/health/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(healthApi.count, (ctx, { query }) => countHealth(ctx, query.account)),
});
