import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { settingsApi } from "@/lib/settings/contract";
import { listSettings } from "@/lib/settings/overview";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(settingsApi.list, listSettings),
});
