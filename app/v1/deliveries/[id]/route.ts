import { deliveriesApi } from "@/lib/deliveries/contract";
import { readDelivery } from "@/lib/deliveries/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(
    deliveriesApi.read,
    (ctx, { params }) => readDelivery(ctx, params.id),
    ({ dataText }) => ({ data: dataText }),
  ),
});
