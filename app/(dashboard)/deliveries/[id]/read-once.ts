import { cache } from "react";
import { readDelivery } from "@/lib/deliveries/operations";
import { pageContext } from "@/lib/http/page-context";

/** The layout and the page of a request share one reading. */
export const readOnce = cache(async (id: string) =>
  readDelivery(await pageContext("deliveries:read"), id),
);
