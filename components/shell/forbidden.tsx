import { DeadEnd } from "./dead-end";

export function Forbidden() {
  return (
    <DeadEnd
      code={403}
      title="Your role may not see this page"
      sentence="An administrator can do this, or give you the role for it."
    />
  );
}
