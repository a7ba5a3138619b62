import { cache } from "react";
import { readEvent } from "@/lib/events/operations";
import { pageContext } from "@/lib/http/page-context";

/** Layout and title of a request share one read. */
export const readOnce = cache(async (id: string) =>
  readEvent(await pageContext("deliveries:read"), id),
);
