import { ListFilter } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { PageHeader } from "@/components/page/page-header";
import { ButtonLink } from "@/components/ui/button-link";

/** A replay without a filter would send every delivery again, so none is offered. */
export function NothingChosen() {
  return (
    <>
      <PageHeader title="Retry deliveries" />
      <EmptyState
        icon={ListFilter}
        title="No deliveries are chosen"
        sentence="Filter the log by webhook, status or time, and retry or resend what it shows."
        action={<ButtonLink href="/deliveries?status=failed,retrying">Open the log</ButtonLink>}
      />
    </>
  );
}
