import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { sampleApi } from "@/lib/sample/contract";
import { addSampleData, readSampleData, removeSampleData } from "@/lib/sample/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(sampleApi.read, readSampleData),
  POST: handle(sampleApi.add, (ctx) => addSampleData(ctx)),
  DELETE: handle(sampleApi.remove, async (ctx) => {
    await removeSampleData(ctx);
  }),
});
