import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { statsApi } from "@/lib/stats/contract";
import { readStats } from "@/lib/stats/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(statsApi.read, (ctx, { query }) => readStats(ctx, query)),
});
