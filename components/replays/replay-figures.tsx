"use client";

import { formatCount } from "@/lib/format";
import type { Replay } from "@/lib/replays/queries";
import { outlook } from "./outlook";
import { ProgressBar } from "./progress-bar";

/** Progress of a replay as a bar, a sentence and figures. */
export function ReplayFigures({ replay }: { replay: Replay }) {
  const { total, done, delivered, deliveredMeanwhile, failed, cancelled } = replay;
  const skipped = replay.skipped - deliveredMeanwhile;
  return (
    <section
      aria-label="Progress"
      className="rounded-lg border border-line bg-raised p-4 shadow-low sm:p-5"
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold text-lg tabular-nums">
          {formatCount(done - cancelled)}{" "}
          <span className="font-normal text-soft">of {formatCount(total)} done</span>
        </p>
        <p className="text-soft text-sm">{outlook(replay)}</p>
      </div>
      <ProgressBar replay={replay} tall />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 xl:grid-cols-6">
        <Figure name="Delivered" value={delivered} mark="bg-good" />
        <Figure name="Delivered meanwhile" value={deliveredMeanwhile} mark="bg-good opacity-60" />
        <Figure name="Failed" value={failed} mark="bg-bad" />
        <Figure name="Skipped" value={skipped} mark="bg-field" />
        <Figure name="Not resent" value={cancelled} mark="bg-field opacity-60" />
        <Figure
          name="Remaining"
          value={Math.max(total - done, 0)}
          mark="bg-idle-wash ring-1 ring-field ring-inset"
        />
      </dl>
      {deliveredMeanwhile > 0 && (
        <p className="mt-3 text-faint text-sm">
          Delivered meanwhile: not by this replay, mostly when they were due.
        </p>
      )}
      {skipped > 0 && (
        <p className="mt-3 text-faint text-sm">
          Skipped: attempts in progress, tests, other replays, deleted webhooks.
        </p>
      )}
    </section>
  );
}

type FigureProps = { name: string; value: number; mark: string };

function Figure({ name, value, mark }: FigureProps) {
  return (
    <div className="flex flex-col">
      <dt className="flex items-baseline gap-1.5 text-faint text-sm">
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${mark}`}
        />
        {name}
      </dt>
      <dd className="mt-auto pt-0.5 font-medium text-lg tabular-nums">{formatCount(value)}</dd>
    </div>
  );
}
