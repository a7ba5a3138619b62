import { DeadEnd } from "./dead-end";

export function Forbidden() {
  return (
    <DeadEnd
      code={403}
      title="Your role cannot open this page"
      sentence="Ask an administrator to do this or to change your role."
    />
  );
}
