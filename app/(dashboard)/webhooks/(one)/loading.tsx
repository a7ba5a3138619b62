import { WebhookSkeleton } from "@/components/webhooks/webhook-skeleton";

/** While the layout of one webhook is awaited; the list and the form have their own. */
export default function Loading() {
  return <WebhookSkeleton />;
}
