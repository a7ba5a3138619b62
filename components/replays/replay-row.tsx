"use client";

import Link from "next/link";
import { Moment } from "@/components/time/moment";
import { useTimes } from "@/components/time/zone";
import { rowLink } from "@/components/ui/row-link";
import { Cell, Row, RowHead } from "@/components/ui/table";
import { formatCount, formatPlural } from "@/lib/format";
import type { Replay } from "@/lib/replays/queries";
import { ChoiceWords } from "./choice-words";
import { ProgressBar } from "./progress-bar";
import { ReplayBadge } from "./replay-badge";
import { replayState } from "./replay-state";

export function ReplayRow({ replay }: { replay: Replay }) {
  const { id, total, done, delivered, failed, cancelled, createdAt } = replay;
  const { moment } = useTimes();
  const size = formatPlural(total, "delivery", "deliveries");
  return (
    <Row className="card:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="card:order-1">
        <Link
          data-row
          href={`/replays/${id}`}
          prefetch={false}
          className={rowLink}
          aria-label={`${replayState(replay).word} replay of ${size}, started ${moment(createdAt)}`}
        >
          <Moment at={createdAt} />
        </Link>
      </RowHead>
      <Cell className="card:order-2">
        <ReplayBadge replay={replay} />
      </Cell>
      <Cell className="card:order-3 card:col-span-2">
        <ChoiceWords choice={replay} asOf={replay.asOf} />
      </Cell>
      <Cell className="card:order-4 card:col-span-2">
        <ProgressBar replay={replay} />
        <span className="mt-1 block text-faint text-xs tabular-nums">
          {formatCount(done - cancelled)} of {formatCount(total)}, {formatCount(delivered)}{" "}
          delivered
          {failed > 0 && <span className="text-bad">, {formatCount(failed)} failed</span>}
        </span>
      </Cell>
    </Row>
  );
}
