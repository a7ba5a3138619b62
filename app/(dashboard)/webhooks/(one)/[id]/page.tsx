import { redirect } from "next/navigation";
import { uuidOf } from "@/app/uuid-of";

export default async function WebhookPage({ params }: { params: Promise<{ id: string }> }) {
  redirect(`/webhooks/${await uuidOf(params)}/deliveries`);
}
