import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { usePublish } from "@/lib/events/queries";
import { formatPlural } from "@/lib/format";

type Props = { event: NonNullable<ReturnType<typeof usePublish>["data"]> };

/** What the server accepted. */
export function Published({ event: { id, deliveries } }: Props) {
  return (
    <Notice tone="good" role="status" title="Event published">
      {deliveries === 0
        ? "Nobody listens to it: accepted, nothing sent. "
        : `${formatPlural(deliveries, "delivery", "deliveries")} under way. `}
      <Link
        href={`/events/published/${id}`}
        className="font-medium text-accent underline underline-offset-2"
      >
        Open event
      </Link>
    </Notice>
  );
}
