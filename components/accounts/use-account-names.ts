import { useQuery } from "@tanstack/react-query";
import { accountQueries } from "@/lib/accounts/queries";

/** Returns the names of all accounts by id, for lists: `useAccountName` asks the server for each that is not among the first. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(accountQueries.list());
  return new Map(data?.accounts.map(({ id, name }) => [id, name]));
}
