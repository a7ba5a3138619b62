import { DeadEnd } from "@/components/shell/dead-end";
import { env } from "@/lib/env";

export default function NoSuchDelivery() {
  return (
    <DeadEnd
      code={404}
      title="No delivery with this id"
      sentence={`It may be older than ${env().RETENTION_DAYS} days: that long the log is kept. Or it belongs to another account.`}
    />
  );
}
