"use client";

import { useRouter } from "next/navigation";
import { Tabs } from "@/components/shell/tabs";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";

/** The views of a webhook, by link or by number; while a delivery is open beside them, numbers are its own. */
export function WebhookTabs({ id }: { id: string }) {
  const router = useRouter();
  const at = (tab: string) => `/webhooks/${id}/${tab}`;
  const go = (tab: string) => () => router.push(at(tab));
  useShortcuts(
    {
      webhookDeliveries: go("deliveries"),
      webhookSettings: go("settings"),
      webhookSigning: go("signing"),
      webhookTest: go("test"),
    },
    () => !new URLSearchParams(window.location.search).has("d"),
  );
  return (
    <Tabs
      label="Webhook"
      tabs={[
        { href: at("deliveries"), name: "Deliveries" },
        { href: at("settings"), name: "Settings" },
        { href: at("signing"), name: "Signing" },
        { href: at("test"), name: "Test" },
      ]}
    />
  );
}
