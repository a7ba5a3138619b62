import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { serviceApi } from "@/lib/service/contract";
import { describeService } from "@/lib/service/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(serviceApi.read, describeService),
});
