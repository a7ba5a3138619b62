import { DeadEnd } from "@/components/page/dead-end";

export default function DashboardNotFound() {
  return (
    <DeadEnd
      code={404}
      title="Not found"
      sentence="It was deleted, or retention removed it. The delivery log may still list its deliveries."
    />
  );
}
