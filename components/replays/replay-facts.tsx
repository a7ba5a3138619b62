import { Moment } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { formatCount } from "@/lib/format";
import type { Replay } from "@/lib/replays/queries";

export function ReplayFacts({ replay }: { replay: Replay }) {
  const { id, ratePerSecond, createdAt, finishedAt, asOf } = replay;
  return (
    <Facts>
      <Fact name="Started">
        <Moment at={createdAt} />
      </Fact>
      <Fact name="Ended">{finishedAt ? <Moment at={finishedAt} /> : "not yet"}</Fact>
      <Fact name="Rate">{formatCount(ratePerSecond)} a second</Fact>
      {asOf && (
        <Fact name="Counted at">
          <Moment at={asOf} />
        </Fact>
      )}
      <Fact name="Replay" wide>
        <code className="truncate font-mono text-xs">{id}</code>
        <CopyButton text={id} label="Copy replay id" />
      </Fact>
    </Facts>
  );
}
