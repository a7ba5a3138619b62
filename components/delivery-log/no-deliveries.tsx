import { ListTree } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { ButtonLink } from "@/components/ui/button-link";

const publish = `POST /v1/events
{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}`;

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
      curl={publish}
    />
  );
}
