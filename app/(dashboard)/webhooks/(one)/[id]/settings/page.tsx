import type { Metadata } from "next";
import { uuidOf } from "@/app/uuid-of";
import { SettingsPanel } from "@/components/webhooks/settings-panel";
import { pageContext } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Webhook settings" };

export default async function WebhookSettingsPage({ params }: { params: Promise<{ id: string }> }) {
  await pageContext("webhooks:read");
  return <SettingsPanel id={await uuidOf(params)} />;
}
