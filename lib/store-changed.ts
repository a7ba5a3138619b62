import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Stores the data that a change returned. Cancels a read in flight: it may be older than the change, and would then show
 * the previous data again.
 */
export async function storeChanged<Data>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  data: NoInfer<Data>,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, data);
}
