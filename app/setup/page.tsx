import type { Metadata } from "next";
import { Entrance } from "@/components/session/entrance";
import { SetupForm } from "@/components/session/setup-form";
import { DatabaseAway } from "@/components/shell/database-away";
import { beforeSetup } from "@/lib/http/page-context";

/** The address carries the one-time token, which no other page may learn. */
export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

export default async function SetupPage({
  searchParams,
}: {
  searchParams: Promise<{ token?: string | string[] }>;
}) {
  if (!(await beforeSetup())) return <DatabaseAway />;
  const { token } = await searchParams;
  return (
    <Entrance
      title="Set up Postback"
      hint="Create the first administrator. This page closes for good afterwards."
    >
      <SetupForm token={typeof token === "string" ? token : ""} />
    </Entrance>
  );
}
