import { DeadEnd } from "@/components/shell/dead-end";
import { env } from "@/lib/env";

export default function NoSuchEvent() {
  return (
    <DeadEnd
      code={404}
      title="No event with this id"
      sentence={`It may be older than ${env().RETENTION_DAYS} days: that long the log is kept. Or it belongs to another account.`}
      ways={[
        { href: "/events/published", name: "Published events" },
        { href: "/deliveries", name: "Deliveries" },
      ]}
    />
  );
}
