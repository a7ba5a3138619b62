import type { QueryClient } from "@tanstack/react-query";
import { curlCommand } from "@/components/deliveries/curl-command";
import { deliveryQueries } from "@/lib/deliveries/queries";

/** Returns a delivery's last request as it was sent, as a curl command. @throws Error when nothing was sent */
export async function latestCurl(client: QueryClient, id: string): Promise<string> {
  const { attemptLog } = await client.query(deliveryQueries.one(id));
  const [latest] = attemptLog;
  if (!latest) throw new Error("No attempt was made.");
  const { request } = await client.query(deliveryQueries.attempt(id, latest.number));
  if (!request) throw new Error("The last attempt sent no request.");
  return curlCommand(request, true);
}
