import { handle } from "@/lib/http/handle";
import { linkNext } from "@/lib/http/link-next";
import { methods } from "@/lib/http/methods";
import { settingsApi } from "@/lib/settings/contract";
import { listSettings } from "@/lib/settings/overview";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(settingsApi.list, async (ctx, { query }, headers) => {
    const { items, nextCursor } = await listSettings(ctx, query);
    linkNext(headers, settingsApi.list.path, query, nextCursor);
    return items;
  }),
});
