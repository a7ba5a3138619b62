import { deliveriesApi } from "@/lib/deliveries/contract";
import { countDeliveries } from "@/lib/deliveries/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(deliveriesApi.count, (ctx, { query }) => countDeliveries(ctx, query)),
});
