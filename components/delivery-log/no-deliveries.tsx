import { ListTree } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { publishExample } from "@/components/page/publish-example";
import { ButtonLink } from "@/components/ui/button-link";

export function NoDeliveries() {
  return (
    <EmptyState
      icon={ListTree}
      title="No deliveries yet"
      sentence="Publish an event to create a delivery for each subscribed webhook. Deliveries appear here."
      action={
        <ButtonLink href="/events" look="primary">
          Publish an event
        </ButtonLink>
      }
      curl={publishExample}
    />
  );
}
