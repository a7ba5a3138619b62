import type { Metadata } from "next";
import { DatabaseAway } from "@/components/page/database-away";
import { Entrance } from "@/components/session/entrance";
import { SetupForm } from "@/components/session/setup-form";
import { isBeforeSetup } from "@/lib/http/page-context";

/** The address carries the one-time token, which must not leak as a referrer. */
export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

export default async function SetupPage({
  searchParams,
}: {
  searchParams: Promise<{ token?: string | string[] }>;
}) {
  if (!(await isBeforeSetup())) return <DatabaseAway />;
  const { token } = await searchParams;
  return (
    <Entrance
      title="Set up Postback"
      hint="Create the first administrator. This page is disabled afterwards."
    >
      <SetupForm token={typeof token === "string" ? token : ""} />
    </Entrance>
  );
}
