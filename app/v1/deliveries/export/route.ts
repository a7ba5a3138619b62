import { deliveriesApi } from "@/lib/deliveries/contract";
import { exportDeliveries } from "@/lib/deliveries/export";
import { handleStream } from "@/lib/http/handle-stream";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handleStream(deliveriesApi.exportAll, (ctx, { query }, streaming) =>
    exportDeliveries(ctx, query, streaming),
  ),
});
