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
  const actions = (
    <div className={`flex flex-wrap gap-2 print:hidden ${place === "panel" ? "basis-full" : ""}`}>
      <StopButton delivery={delivery} />
      <ResendButton delivery={delivery} place={place} />
    </div>
  );
  const Title = place === "page" ? "h1" : "h2";
  return (
    <header className="mb-5 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
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
