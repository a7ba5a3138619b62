import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { settingsApi } from "@/lib/settings/contract";
import { readSettings, updateSettings } from "@/lib/settings/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(settingsApi.read, (ctx, { params }) => readSettings(ctx, params.id)),
  PUT: handle(settingsApi.update, (ctx, { params, body }) => updateSettings(ctx, params.id, body)),
});
