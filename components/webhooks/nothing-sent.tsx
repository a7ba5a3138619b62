import { ListTree } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { ButtonLink } from "@/components/ui/button-link";
import { exampleEvent } from "@/db/enums";

export function NothingSent({ id }: { id: string }) {
  return (
    <EmptyState
      icon={ListTree}
      title="No deliveries yet"
      sentence="Send a test event to check that the receiver responds."
      action={
        <ButtonLink href={`/webhooks/${id}/test`} look="primary">
          Send a test event
        </ButtonLink>
      }
      curl={`POST /v1/webhooks/${id}/test\n{"event":"${exampleEvent}"}`}
    />
  );
}
