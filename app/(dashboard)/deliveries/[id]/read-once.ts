import { cache } from "react";
import { readDelivery } from "@/lib/deliveries/operations";
import { pageContext } from "@/lib/http/page-context";

/** Layout and page of a request share one read. */
export const readOnce = cache(async (id: string) =>
  readDelivery(await pageContext("deliveries:read"), id),
);
