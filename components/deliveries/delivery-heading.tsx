import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { formatHost } from "@/lib/format";
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
      {labelOf(delivery.webhookId) || formatHost(delivery.callbackUrl)}
    </>
  );
  // Its button stays for a moment after it was stopped.
  const mayStop = delivery.status === "pending" || delivery.status === "cancelled";
  const actions = (
    <div
      className={`flex flex-wrap gap-x-2 gap-y-1 max-sm:gap-x-1 print:hidden ${place === "page" ? (mayStop ? "lg:w-108" : "lg:w-72") : ""}`}
    >
      {/* Last where the place for Undo is kept free before Resend. */}
      <div className={`empty:hidden ${place === "page" ? "lg:order-last" : ""}`}>
        <StopButton delivery={delivery} place={place} />
      </div>
      <ResendButton delivery={delivery} place={place} />
    </div>
  );
  const Title = place === "page" ? "h1" : "h2";
  return (
    <header className="mb-5 grid grid-cols-1 gap-3">
      <div
        className={`grid grid-cols-1 items-start gap-x-4 gap-y-2 ${place === "page" ? "lg:grid-cols-[minmax(0,1fr)_auto]" : ""}`}
      >
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
