import type { Metadata } from "next";
import { uuidOf } from "@/app/uuid-of";
import { SigningPanel } from "@/components/webhooks/signing-panel";
import { pageContext } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Webhook signing" };

export default async function WebhookSigningPage({ params }: { params: Promise<{ id: string }> }) {
  await pageContext("webhooks:read");
  return <SigningPanel id={await uuidOf(params)} />;
}
