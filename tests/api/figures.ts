import { expect } from "vitest";
import type { deliveries } from "@/db/schema/deliveries";
import { api } from "./client";

/** A delivery that failed with 503, for `ended`. */
export const refused = {
  status: "failed",
  cause: "http_5xx",
  statusCode: 503,
  durationMs: 900,
} as const satisfies Partial<typeof deliveries.$inferInsert>;

export async function stats(key: string, query = "") {
  const { status, body } = await api(`GET /v1/stats${query}`, { key });
  expect(status).toBe(200);
  return body;
}
