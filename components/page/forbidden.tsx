import { DeadEnd } from "./dead-end";

type Props = {
  /** True if the user is a member of one account. */
  isMember: boolean;
  /** True for a page about the whole installation, which no role of a member opens. */
  operatorsOnly: boolean;
};

/** Says why a page is closed to the user, and who can help. */
export function Forbidden({ isMember, operatorsOnly }: Props) {
  const forMembers = operatorsOnly
    ? "It covers all accounts, so it is for the operators of this service only. Ask them for what you need."
    : "It needs another role. Ask the operators of this service, who assign roles.";
  return (
    <DeadEnd
      code={403}
      title="You cannot open this page"
      sentence={isMember ? forMembers : "It needs another role. Ask an administrator."}
    />
  );
}
