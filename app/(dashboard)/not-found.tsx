import { DeadEnd } from "@/components/shell/dead-end";

export default function DashboardNotFound() {
  return (
    <DeadEnd
      code={404}
      title="Nothing is here"
      sentence="It was deleted, or the log no longer keeps it. The delivery log may still show what was sent."
    />
  );
}
