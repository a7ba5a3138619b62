import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { replaysApi } from "@/lib/replays/contract";
import { createReplay, listReplays } from "@/lib/replays/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(replaysApi.list, (ctx, { query }) => listReplays(ctx, query)),
  POST: handle(replaysApi.create, (ctx, { body }) => createReplay(ctx, body)),
});
