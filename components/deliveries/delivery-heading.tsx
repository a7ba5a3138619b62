import { PageHeader } from "@/components/page/page-header";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { formatHost } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { DeliverySiblings } from "./delivery-siblings";
import { ResendButton } from "./resend-button";
import { StatusBadge } from "./status-badge";
import { StopButton } from "./stop-button";

const back = { href: "/deliveries", label: "Deliveries" };

type Props = { delivery: DeliveryDetail; place: "page" | "panel" };

/** Event, target and state of a delivery, with its actions. */
export function DeliveryHeading({ delivery, place }: Props) {
  const labelOf = useLabels();
  const title = (
    <>
      {delivery.event} <span className="font-normal text-soft">to</span>{" "}
      {labelOf(delivery.webhookId) || formatHost(delivery.callbackUrl)}
    </>
  );
  const actions = (
    <div className="flex flex-wrap gap-2 print:hidden">
      <StopButton delivery={delivery} />
      <ResendButton delivery={delivery} />
    </div>
  );
  if (place === "page") {
    return (
      <PageHeader
        back={back}
        title={title}
        badge={<StatusBadge delivery={delivery} />}
        hint={<DeliverySiblings delivery={delivery} />}
        actions={actions}
      />
    );
  }
  return (
    <header className="mb-5 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="delivery-title" tabIndex={-1} className="wrap-anywhere font-semibold text-lg">
          {title}
        </h2>
        <StatusBadge delivery={delivery} />
      </div>
      {actions}
    </header>
  );
}
