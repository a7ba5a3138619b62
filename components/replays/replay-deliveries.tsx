import Link from "next/link";
import { ButtonLink } from "@/components/ui/button-link";
import type { Replay } from "@/lib/replays/queries";
import { logLink } from "./log-link";

const shownIds = 20;

/** Where to see what became of each: the log by the same filter, or the deliveries that were picked. */
export function ReplayDeliveries({
  replay: { filter = {}, ids, asOf, createdAt },
}: {
  replay: Replay;
}) {
  if (ids) return <Picked ids={ids} />;
  const { status: _, cause: __, ...lasting } = filter;
  const closedAt = asOf ?? createdAt;
  return (
    <section aria-labelledby="in-the-log">
      <h2 id="in-the-log" className="mb-2 font-semibold text-lg">
        In the log
      </h2>
      <p className="mb-3 max-w-prose text-soft">
        A delivery's status moves on as it is sent again, so the filter that chose them finds fewer
        and fewer.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={logLink(lasting, closedAt)}>Deliveries of that time</ButtonLink>
        <ButtonLink href={logLink(filter, closedAt)}>What the filter finds now</ButtonLink>
      </div>
    </section>
  );
}

function Picked({ ids }: { ids: string[] }) {
  const more = ids.length - shownIds;
  return (
    <section aria-labelledby="picked">
      <h2 id="picked" className="mb-2 font-semibold text-lg">
        Its deliveries
      </h2>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {ids.slice(0, shownIds).map((id) => (
          <li key={id}>
            <Link
              href={`/deliveries/${id}`}
              prefetch={false}
              className="inline-block min-h-6 rounded-sm font-mono text-accent text-xs leading-6 underline-offset-2 hover:underline"
            >
              {id}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-soft text-sm">and {more} more</p>}
    </section>
  );
}
