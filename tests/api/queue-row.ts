import { eq, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";
import { db } from "./world";

/** Ends a delivery without an attempt. */
export const end = (id: string, status: "delivered" | "failed") =>
  db.transaction(async (tx) => {
    await tx.delete(queue).where(eq(queue.deliveryId, id));
    await tx
      .update(deliveries)
      .set({ status, attempts: 10, finishedAt: sql`now()` })
      .where(eq(deliveries.id, id));
  });
/** Returns the queue row of a delivery. */
export const waiting = async (id: string) =>
  (await db.select().from(queue).where(eq(queue.deliveryId, id)))[0];
