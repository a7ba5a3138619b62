import { DeadEnd } from "@/components/page/dead-end";
import { env } from "@/lib/env";

export default function NoSuchEvent() {
  return (
    <DeadEnd
      code={404}
      title="No event with this id"
      sentence={`It may be older than the retention period of ${env().RETENTION_DAYS} days, or belong to another account.`}
      ways={[
        { href: "/events/published", name: "Published events" },
        { href: "/deliveries", name: "Deliveries" },
      ]}
    />
  );
}
