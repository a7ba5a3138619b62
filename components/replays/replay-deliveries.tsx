import Link from "next/link";
import { type LogFilter, logLink } from "@/components/deliveries/log-link";
import { ButtonLink } from "@/components/ui/button-link";
import { textLink } from "@/components/ui/text-link";
import type { Replay } from "@/lib/replays/queries";

const shownIds = 20;

/** Links to the deliveries of a replay: the log with its filter, or the selected ones. */
export function ReplayDeliveries({
  replay: { filter = {}, ids, dryRun, createdAt },
}: {
  replay: Replay;
}) {
  if (ids) return <Picked ids={ids} />;
  const { webhook, event, account } = filter;
  return (
    <section aria-labelledby="in-the-log">
      <h2 id="in-the-log" className="mb-2 font-semibold text-lg">
        In the log
      </h2>
      <p className="mb-3 max-w-prose text-soft">
        Statuses change as deliveries are resent, so the filter matches fewer of them over time.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={logLink(byEnd(filter))}>Current matches</ButtonLink>
        {!dryRun && (
          <ButtonLink href={logLink({ webhook, event, account, from: createdAt })}>
            Deliveries since then
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

function Picked({ ids }: { ids: string[] }) {
  const more = ids.length - shownIds;
  return (
    <section aria-labelledby="picked">
      <h2 id="picked" className="mb-2 font-semibold text-lg">
        Deliveries
      </h2>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {ids.slice(0, shownIds).map((id) => (
          <li key={id}>
            <Link
              href={`/deliveries/${id}`}
              prefetch={false}
              className={`font-mono text-xs ${textLink}`}
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

/**
 * Returns a filter without times of creation, which the log does not have. What was created from a time on has not ended
 * before it; what was created before a time may have ended later.
 */
function byEnd({ since, from = since, to: _, endedFrom = from, ...filter }: LogFilter): LogFilter {
  return { ...filter, endedFrom };
}
