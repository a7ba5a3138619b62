import { auditApi } from "@/lib/audit/contract";
import { listAudit } from "@/lib/audit/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(auditApi.list, (ctx, { query }) => listAudit(ctx, query)),
});
