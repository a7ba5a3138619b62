import type { QueryClient } from "@tanstack/react-query";
import { curlCommand } from "@/components/deliveries/curl-command";
import { deliveryQueries } from "@/lib/deliveries/queries";

/** A delivery's last request as it was sent, for a terminal. */
export async function latestCurl(client: QueryClient, id: string): Promise<string> {
  const { attemptLog } = await client.query(deliveryQueries.one(id));
  const [latest] = attemptLog;
  if (!latest) throw new Error("Nothing was sent yet");
  const { request } = await client.query(deliveryQueries.attempt(id, latest.number));
  if (!request) throw new Error("Nothing was sent at the last attempt");
  return curlCommand(request, true);
}
