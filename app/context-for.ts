import { pageContext } from "@/lib/http/page-context";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";

/** The Context of a page that not every role may see; null for those who may not. */
export async function contextFor(access: Access) {
  return pageContext(access).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 403) return null;
    throw error;
  });
}
