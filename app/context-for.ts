import type { Pool } from "@/lib/http/database";
import { pageContext } from "@/lib/http/page-context";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";

/** Returns the Context of a page about the whole installation; null for members, and when the role is not permitted. */
export async function contextForOperator(access: Access, pool?: Pool) {
  const ctx = await contextFor(access, pool);
  return ctx?.accountId === null ? ctx : null;
}

/** Returns the Context of a page with restricted access; null when the role is not permitted. */
export async function contextFor(access: Access, pool?: Pool) {
  return pageContext(access, pool).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 403) return null;
    throw error;
  });
}
