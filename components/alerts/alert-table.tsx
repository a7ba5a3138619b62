import { Countdown } from "@/components/time/countdown";
import { Ago } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { rowLink } from "@/components/ui/row-link";
import { Cell, type Column, Row, RowHead, Table } from "@/components/ui/table";
import type { Alerts } from "@/lib/alerts/queries";
import { formatPlural } from "@/lib/format";
import { alertName } from "./alert-name";
import { webhookName } from "./webhook-name";

type Alert = Alerts["latest"][number];

const columns = [
  { name: "Time", className: "w-28" },
  { name: "State", className: "w-28" },
  { name: "Kind", className: "w-36" },
  { name: "Webhook and reason" },
  { name: "Response", className: "w-64" },
] as const satisfies readonly Column[];

const states = {
  pending: { word: "Pending", tone: "busy" },
  retrying: { word: "Retrying", tone: "warn" },
  delivered: { word: "Delivered", tone: "good" },
  failed: { word: "Failed", tone: "bad" },
} as const;

/** Latest alerts and their results. */
export function AlertTable({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <Table caption="Latest alerts, newest first" columns={columns}>
      {alerts.map((alert) => (
        <Row key={alert.id} className="card:grid-cols-[minmax(0,1fr)_auto]">
          <RowHead className="text-soft text-sm card:order-2 card:text-right">
            <Ago at={alert.createdAt} />
          </RowHead>
          <Cell className="card:order-1">
            <AlertState alert={alert} />
          </Cell>
          <Cell className="card:order-3 card:col-span-2">
            <HoverPrefetchLink href={`/alerts?alert=${alert.id}`} className={rowLink}>
              {alertName(alert.kind)}
            </HoverPrefetchLink>
          </Cell>
          <Cell className="wrap-break-word text-soft text-sm card:order-4 card:col-span-2">
            <Reason alert={alert} />
          </Cell>
          <Cell className="wrap-break-word text-soft text-sm card:order-5 card:col-span-2">
            <AlertResponse alert={alert} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Reason({ alert }: { alert: Alert }) {
  const name = webhookName(alert);
  return (
    <>
      {name && <span className="font-medium text-ink">{name}: </span>}
      {alert.reason}
    </>
  );
}

export function AlertState({ alert: { status, error } }: { alert: Alert }) {
  const { word, tone } = states[status === "pending" && error ? "retrying" : status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Response to the last attempt, and the time of the next one. */
export function AlertResponse({ alert }: { alert: Alert }) {
  const { status, statusCode, error, attempts, nextAttemptAt } = alert;
  if (status === "delivered") {
    const after = attempts > 1 ? ` after ${formatPlural(attempts, "attempt")}` : "";
    return `${statusCode ? `HTTP ${statusCode}` : "Delivered"}${after}`;
  }
  if (!error) return "Waiting for the response…";
  return (
    <>
      {error}{" "}
      {nextAttemptAt && (
        <>
          Next attempt <Countdown to={nextAttemptAt} />.
        </>
      )}
    </>
  );
}
