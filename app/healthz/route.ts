import { answer, requestIdOf } from "@/lib/http/answer";

export function GET(request: Request): Response {
  return answer(200, { status: "alive" }, requestIdOf(request));
}
