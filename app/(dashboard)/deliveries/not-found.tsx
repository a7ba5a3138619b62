import { DeadEnd } from "@/components/page/dead-end";
import { env } from "@/lib/env";

export default function NoSuchDelivery() {
  return (
    <DeadEnd
      code={404}
      title="No delivery with this id"
      sentence={`It may be older than the retention period of ${env().RETENTION_DAYS} days, or belong to another account.`}
    />
  );
}
