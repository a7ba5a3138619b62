import { ListTree } from "lucide-react";
import { EmptyState } from "@/components/shell/empty-state";
import { ButtonLink } from "@/components/ui/button-link";

export function NothingSent({ id }: { id: string }) {
  return (
    <EmptyState
      icon={ListTree}
      title="Nothing was sent here yet"
      sentence="Send a test event to see whether the receiver answers."
      action={
        <ButtonLink href={`/webhooks/${id}/test`} look="primary">
          Send a test event
        </ButtonLink>
      }
      curl={`POST /v1/webhooks/${id}/test\n{"event":"VIDEO_GENERATION_SUCCESS"}`}
    />
  );
}
