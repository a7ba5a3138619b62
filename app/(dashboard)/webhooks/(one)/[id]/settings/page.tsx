import type { Metadata } from "next";
import { uuidOf } from "@/app/uuid-of";
import { SettingsPanel } from "@/components/webhooks/settings-panel";
import { pageContext } from "@/lib/http/page-context";
import { titleOf } from "../title-of";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  titleOf(params, "Settings");

export default async function WebhookSettingsPage({ params }: Props) {
  await pageContext("webhooks:read");
  return <SettingsPanel id={await uuidOf(params)} />;
}
