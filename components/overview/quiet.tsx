import { ChartColumn } from "lucide-react";
import { EmptyState } from "@/components/shell/empty-state";
import { Ago } from "@/components/time/moment";
import { ButtonLink } from "@/components/ui/button-link";
import type { StatsView } from "@/lib/stats/queries";
import { WholeDayButton } from "./range-switch";
import { rangeInWords } from "./words";

const publish = `POST /v1/events
{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}`;

type Props = { lastEventAt: string | undefined; view: StatsView };

/** No traffic: since when, and how to make some. */
export function Quiet({ lastEventAt, view }: Props) {
  const isDay = "since" in view && view.since === "24h";
  return (
    <EmptyState
      icon={ChartColumn}
      title={`Nothing was published ${rangeInWords(view)}`}
      sentence={
        lastEventAt ? (
          <>
            The last event came <Ago at={lastEventAt} />.
          </>
        ) : (
          "Figures and the chart begin with the first event."
        )
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink href="/events" look="primary">
            Publish a test event
          </ButtonLink>
          {!isDay && <WholeDayButton />}
        </div>
      }
      curl={publish}
    />
  );
}
