import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { formatTarget } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { DeliverySiblings } from "./delivery-siblings";
import { ResendButton } from "./resend-button";
import { StatusBadge } from "./status-badge";
import { StopButton } from "./stop-button";
import { Verdict } from "./verdict";

type Props = { delivery: DeliveryDetail; place: "page" | "panel" };

/** Event, target and state of a delivery, with its actions and verdict. */
export function DeliveryHeading({ delivery, place }: Props) {
  const labelOf = useLabels();
  const title = (
    <>
      {delivery.event} <span className="font-normal text-soft">to</span>{" "}
      {labelOf(delivery.webhookId) || formatTarget(delivery.callbackUrl)}
    </>
  );
  const { grid, actions: room, stop } = place === "page" ? page(delivery) : panel;
  const actions = (
    <div className={`flex flex-wrap gap-x-2 gap-y-1 max-sm:gap-x-1 print:hidden ${room}`}>
      <div className={stop}>
        <StopButton delivery={delivery} place={place} />
      </div>
      <ResendButton delivery={delivery} place={place} />
    </div>
  );
  const Title = place === "page" ? "h1" : "h2";
  return (
    <header className="mb-5 grid grid-cols-1 gap-3">
      <div className={`grid grid-cols-1 items-start gap-x-4 gap-y-2 ${grid}`}>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge delivery={delivery} />
            <Title
              id="delivery-title"
              tabIndex={-1}
              className={`wrap-anywhere font-semibold ${place === "page" ? "text-xl tracking-tight" : "text-lg"}`}
            >
              {title}
            </Title>
          </div>
          {place === "page" && <DeliverySiblings delivery={delivery} />}
        </div>
        {actions}
      </div>
      <Verdict delivery={delivery} />
    </header>
  );
}

/**
 * Beside the title the actions have a fixed width, with room for Undo before Resend, so Stop comes last. Stop stays for a
 * moment after it was pressed. Elsewhere the actions are a row, with a break before the line of their results, which is never
 * missing: nothing below moves.
 */
function page({ status }: DeliveryDetail) {
  const maybeStop = status === "pending" || status === "cancelled";
  return {
    grid: "xl:grid-cols-[minmax(0,1fr)_auto]",
    actions: `max-xl:before:order-1 max-xl:before:basis-full max-xl:before:content-[''] ${maybeStop ? "xl:w-108" : "xl:w-72"}`,
    stop: "max-xl:contents xl:order-last xl:empty:hidden",
  };
}
const panel = {
  grid: "",
  actions: "before:order-1 before:basis-full before:content-['']",
  stop: "contents",
};
