import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { countProbe } from "@/lib/http/request-limits";
import { reachabilityApi } from "@/lib/reachability/contract";
import { checkReachability } from "@/lib/reachability/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(reachabilityApi.check, (ctx, { body }) => {
    countProbe(ctx);
    return checkReachability(ctx, body.callbackUrl);
  }),
});
