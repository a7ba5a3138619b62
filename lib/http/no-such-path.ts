import { Problem } from "@/lib/protocol/problem";
import { refusal, requestIdOf } from "./answer";

export async function noSuchPath(request: Request): Promise<Response> {
  return refusal(new Problem(40401), requestIdOf(request));
}
