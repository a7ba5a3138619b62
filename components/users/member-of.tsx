import { useQuery } from "@tanstack/react-query";
import { accountQueries } from "@/lib/accounts/queries";

/** Names the account of a member; nothing for an operator. The list of users has many of them, so they share one read. */
export function MemberOf({ account }: { account: string | undefined }) {
  const { data: name } = useQuery({
    ...accountQueries.list(),
    select: ({ accounts }) => accounts.find(({ id }) => id === account)?.name ?? "Unknown account",
    enabled: account !== undefined,
  });
  if (account === undefined) return null;
  return (
    <span className="block truncate text-soft text-sm" title={name}>
      Member of {name ?? "…"}
    </span>
  );
}
