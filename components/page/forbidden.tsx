import { DeadEnd } from "./dead-end";

export function Forbidden() {
  return (
    <DeadEnd
      code={403}
      title="You cannot open this page"
      sentence="It needs another role, or access to all accounts. Ask an administrator."
    />
  );
}
