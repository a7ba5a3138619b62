import { FailedPage } from "@/components/page/failed-page";
import type { Failure } from "@/components/page/use-stable-query";
import { Problem } from "@/lib/protocol/problem";
import { DeletedWebhook } from "./deleted-webhook";

/** Replaces the pages of a webhook that could not be read, or that was deleted meanwhile. */
export function UnreadWebhook(failure: Failure) {
  const { error } = failure;
  if (error instanceof Problem && error.status === 404) return <DeletedWebhook />;
  return <FailedPage title="Webhook" what="The webhook could not be loaded" {...failure} />;
}
