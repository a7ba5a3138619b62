import { PageHeader } from "@/components/page/page-header";
import { Moment } from "@/components/time/moment";
import { formatPlural } from "@/lib/format";

type Props = { total: number; createdAt: Date };

/** A dry run: the number of deliveries that a replay would have. */
export function DryRun({ total, createdAt }: Props) {
  return (
    <>
      <PageHeader title={`Dry run of ${formatPlural(total, "delivery", "deliveries")}`} />
      <p>
        Counted <Moment at={createdAt.toISOString()} />. Nothing was resent.
      </p>
    </>
  );
}
