import { eq } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
import { api } from "./client";
import { db } from "./world";

/** Returns the ids of the deliveries that the log lists for a query, in its order. */
export async function loggedIds(key: string, query: Record<string, string>): Promise<string[]> {
  const { body } = await api(`GET /v1/deliveries?${new URLSearchParams(query)}`, { key });
  return body.deliveries.map(({ id }: { id: string }) => id);
}

/** Changes the row of a delivery. */
export const changeDelivery = (id: string, values: Partial<typeof deliveries.$inferInsert>) =>
  db.update(deliveries).set(values).where(eq(deliveries.id, id));
