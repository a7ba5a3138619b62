import { Countdown } from "@/components/time/countdown";
import { Ago } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import type { Alerts } from "@/lib/alerts/queries";
import { alertName } from "./alert-kinds";

type Alert = Alerts["latest"][number];

const states = {
  pending: { word: "Pending", tone: "busy" },
  retrying: { word: "Retrying", tone: "warn" },
  delivered: { word: "Delivered", tone: "good" },
  failed: { word: "Failed", tone: "bad" },
} as const;

/** Latest alerts and their results. */
export function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <section aria-labelledby="latest-alerts">
      <h3 id="latest-alerts" className="font-medium">
        Latest alerts
      </h3>
      <ul className="mt-1.5 divide-y divide-line border-line border-y">
        {alerts.map((alert) => (
          <li key={alert.id} className="grid gap-x-3 gap-y-0.5 py-2.5 sm:grid-cols-[6rem_1fr_auto]">
            <span>
              <State alert={alert} />
            </span>
            <div className="wrap-anywhere min-w-0">
              <span className="font-medium">{alertName(alert.kind)}.</span> {alert.reason}
              <Trouble alert={alert} />
            </div>
            <span className="text-faint text-sm">
              <Ago at={alert.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function State({ alert: { status, error } }: { alert: Alert }) {
  const { word, tone } = states[status === "pending" && error ? "retrying" : status];
  return <Badge tone={tone}>{word}</Badge>;
}

function Trouble({ alert: { error, nextAttemptAt } }: { alert: Alert }) {
  if (!error) return null;
  return (
    <span className="block text-soft text-sm">
      {error}{" "}
      {nextAttemptAt && (
        <>
          Next attempt <Countdown to={nextAttemptAt} />.
        </>
      )}
    </span>
  );
}
