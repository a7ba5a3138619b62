import { deliveriesApi } from "@/lib/deliveries/contract";
import { cancelMatching } from "@/lib/deliveries/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(deliveriesApi.cancelMatching, (ctx, { body }) => cancelMatching(ctx, body.filter)),
});
