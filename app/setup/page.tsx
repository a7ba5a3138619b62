import type { Metadata } from "next";
import { DatabaseAway } from "@/components/page/database-away";
import { Entrance } from "@/components/session/entrance";
import { SetupForm } from "@/components/session/setup-form";
import { isBeforeSetup } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

export default async function SetupPage() {
  if (!(await isBeforeSetup())) return <DatabaseAway />;
  return (
    <Entrance
      title="Set up Postback"
      hint="Create the first administrator. This page is disabled afterwards."
    >
      <SetupForm />
    </Entrance>
  );
}
