import { deliveriesApi } from "@/lib/deliveries/contract";
import { exportDeliveries } from "@/lib/deliveries/export";
import { flow } from "@/lib/http/flow";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: flow(deliveriesApi.exportAll, (ctx, { query }, streaming) =>
    exportDeliveries(ctx, query, streaming),
  ),
});
