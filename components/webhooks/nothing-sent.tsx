import { ListTree } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { ButtonLink } from "@/components/ui/button-link";
import { exampleEvent } from "@/db/enums";

type Props = {
  id: string;
  /** Whether the role may send test events. */
  mayTest: boolean;
};

export function NothingSent({ id, mayTest }: Props) {
  return (
    <EmptyState
      icon={ListTree}
      title="No deliveries yet"
      sentence="Deliveries of subscribed events appear here. A test event checks that the receiver responds."
      action={
        mayTest ? (
          <ButtonLink href={`/webhooks/${id}/test`} look="primary">
            Send a test event
          </ButtonLink>
        ) : (
          <p className="text-soft text-sm">Your role cannot send test events.</p>
        )
      }
      curl={{
        request: `POST /v1/webhooks/${id}/test\n{"event":"${exampleEvent}"}`,
        scope: "webhooks:write",
      }}
    />
  );
}
