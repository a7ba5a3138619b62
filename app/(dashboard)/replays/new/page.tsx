import type { Metadata } from "next";
import { createLoader, createSerializer, type SearchParams } from "nuqs/server";
import { logAddress } from "@/components/deliveries/log-address";
import { NewReplay } from "@/components/replays/new-replay";
import { queryOf } from "@/lib/deliveries/view";
import { pageContext } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Resend deliveries" };

const addressOf = createLoader(logAddress);
const write = createSerializer(logAddress);

/** Resends the deliveries that the log shows for the same query string. */
export default async function NewReplayPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  await pageContext("deliveries:write");
  const view = await addressOf(searchParams);
  const filter = queryOf(view, Date.now());
  return <NewReplay choice={{ filter }} log={write("/deliveries", view)} />;
}
