import { cache } from "react";
import { readDelivery } from "@/lib/deliveries/operations";
import { pageContext } from "@/lib/http/page-context";
import { listLabels } from "@/lib/settings/overview";

/** Layout and page of a request share one read. */
export const readOnce = cache(async (id: string) =>
  readDelivery(await pageContext("deliveries:read"), id),
);

/** Its title and its content share one read of the labels. */
export const settingsOnce = cache(async () => listLabels(await pageContext("deliveries:read")));
