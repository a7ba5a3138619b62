import { useAccountName } from "@/components/accounts/use-account-name";

/** Names the account of a member; nothing for an operator. */
export function MemberOf({ account }: { account: string | undefined }) {
  const name = useAccountName(account);
  if (account === undefined) return null;
  return (
    <span className="block truncate text-soft text-sm" title={name}>
      Member of {name ?? "…"}
    </span>
  );
}
