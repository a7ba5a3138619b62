import { healthApi } from "@/lib/health/contract";
import { listHealth } from "@/lib/health/operations";
import { handle } from "@/lib/http/handle";
import { linkNext } from "@/lib/http/link-next";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(healthApi.list, async (ctx, { query }, headers) => {
    const { items, nextCursor } = await listHealth(ctx, query);
    linkNext(headers, healthApi.list.path, query, nextCursor);
    return items;
  }),
});
