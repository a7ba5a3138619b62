import { ListTree } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { publishCurl } from "@/components/page/publish-example";
import { PublishLink } from "@/components/page/publish-link";

export function NoDeliveries() {
  return (
    <EmptyState
      icon={ListTree}
      title="No deliveries yet"
      sentence="Publish an event to create a delivery for each subscribed webhook. Deliveries appear here."
      action={<PublishLink />}
      curl={publishCurl}
    />
  );
}
