import { ChartColumn } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { publishCurl } from "@/components/page/publish-example";
import { PublishLink } from "@/components/page/publish-link";
import { Ago } from "@/components/time/moment";
import type { StatsView } from "@/lib/stats/queries";
import { WholeDayButton } from "./range-switch";
import { rangeInWords } from "./words";

type Props = { lastEventAt: string | undefined; view: StatsView };

/** Shown without traffic: the time of the last event, and a link to publish one. */
export function Quiet({ lastEventAt, view }: Props) {
  const isDay = "since" in view && view.since === "24h";
  return (
    <EmptyState
      icon={ChartColumn}
      title={`No events ${rangeInWords(view)}`}
      sentence={
        lastEventAt ? (
          <>
            Last event <Ago at={lastEventAt} />.
          </>
        ) : (
          "Figures appear with the first event."
        )
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <PublishLink>Publish a test event</PublishLink>
          {!isDay && <WholeDayButton />}
        </div>
      }
      curl={publishCurl}
    />
  );
}
