"use client";

import { useQuery } from "@tanstack/react-query";
import { Ago } from "@/components/time/moment";
import { Notice } from "@/components/ui/notice";
import { formatPlural } from "@/lib/format";
import { healthQueries, type WebhookHealth } from "@/lib/health/queries";
import { HealthBadge, healthWords } from "./health-badge";

const live = { refetchInterval: 5000 };

export function HealthOf({ id }: { id: string }) {
  const { data } = useQuery({ ...healthQueries.one(id), ...live });
  return data ? <HealthBadge state={data.state} /> : null;
}

const tones: Partial<Record<WebhookHealth["state"], "bad" | "warn" | "info">> = {
  failing: "bad",
  degraded: "warn",
  auto_paused: "warn",
  paused: "info",
};

/** Said only when there is something to say. */
export function HealthNotice({ id }: { id: string }) {
  const { data } = useQuery({ ...healthQueries.one(id), ...live });
  const tone = data && tones[data.state];
  if (!data || !tone) return null;
  const { since, reason, backlog, state } = data;
  return (
    <div className="mb-6">
      <Notice
        tone={tone}
        title={
          <>
            {healthWords[state].word}
            {since && (
              <>
                {" "}
                since <Ago at={since} />
              </>
            )}
          </>
        }
      >
        {reason} {backlog > 0 && `${formatPlural(backlog, "delivery", "deliveries")} not finished.`}
      </Notice>
    </div>
  );
}
