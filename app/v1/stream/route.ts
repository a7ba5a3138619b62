import { handleStream } from "@/lib/http/handle-stream";
import { methods } from "@/lib/http/methods";
import { openStream } from "@/lib/http/streams";
import { streamApi } from "@/lib/stream/contract";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handleStream(streamApi.read, (ctx, { query }, { request }) =>
    openStream(ctx, request.headers.get("last-event-id") ?? query.lastEventId ?? null),
  ),
});
