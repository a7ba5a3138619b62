import type { Metadata } from "next";
import { createLoader, createSerializer, type SearchParams } from "nuqs/server";
import { logAddress } from "@/components/delivery-log/log-address";
import { NewReplay } from "@/components/replays/new-replay";
import { queryOf } from "@/lib/deliveries/view";
import { pageContext } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Resend deliveries" };

const addressOf = createLoader(logAddress);
const write = createSerializer(logAddress);

/** The log's own address with another beginning: what it shows is what is sent again. */
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
