import { ListTree } from "lucide-react";
import { EmptyState } from "@/components/shell/empty-state";
import { ButtonLink } from "@/components/ui/button-link";

const publish = `POST /v1/events
{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}`;

export function NoDeliveries() {
  return (
    <EmptyState
      icon={ListTree}
      title="No deliveries yet"
      sentence="When an event is published, each webhook that listens to it gets a delivery, and it shows here."
      action={
        <ButtonLink href="/events" look="primary">
          Publish an event
        </ButtonLink>
      }
      curl={publish}
    />
  );
}
