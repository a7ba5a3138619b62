import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { replaysApi } from "@/lib/replays/contract";
import { readReplay } from "@/lib/replays/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(replaysApi.read, (ctx, { params }) => readReplay(ctx, params.id)),
});
