import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { replaysApi } from "@/lib/replays/contract";
import { cancelReplay } from "@/lib/replays/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(replaysApi.cancel, (ctx, { params }) => cancelReplay(ctx, params.id)),
});
