import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { systemApi } from "@/lib/system/contract";
import { readSystem } from "@/lib/system/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(systemApi.read, readSystem),
});
