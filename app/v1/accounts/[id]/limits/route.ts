import { accountLimitsApi } from "@/lib/account-limits/contract";
import { readAccountLimits, updateAccountLimits } from "@/lib/account-limits/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(accountLimitsApi.read, (ctx, { params }) => readAccountLimits(ctx, params.id)),
  PUT: handle(accountLimitsApi.update, (ctx, { params, body }) =>
    updateAccountLimits(ctx, params.id, body),
  ),
});
