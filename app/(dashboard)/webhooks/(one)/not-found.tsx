import type { Metadata } from "next";
import { DeletedWebhook } from "@/components/webhooks/deleted-webhook";

export const metadata: Metadata = { title: "Not found · Webhooks" };

export default function WebhookNotFound() {
  return <DeletedWebhook />;
}
