import { useQuery } from "@tanstack/react-query";
import { accountQueries } from "@/lib/accounts/queries";

/** Returns the name of an account; undefined without an id, and while it is not known. */
export function useAccountName(id: string | null | undefined): string | undefined {
  const first = useQuery(accountQueries.first());
  const isWhole = first.data && !first.data.nextCursor;
  const known = first.data?.accounts.find((one) => one.id === id);
  const isAsked = Boolean(id && !known && first.data && !isWhole);
  const found = useQuery({ ...accountQueries.found(id ?? ""), enabled: isAsked });
  const account = known ?? found.data?.accounts.find((one) => one.id === id);
  const isRead = isWhole || (found.isSuccess && !found.isPlaceholderData);
  return account?.name ?? (id && isRead ? "Unknown account" : undefined);
}
