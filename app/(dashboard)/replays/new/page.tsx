import type { Metadata } from "next";
import { contextFor } from "@/app/context-for";
import { Refused } from "@/app/refused";
import { addressReader, addressWriter, type SearchParams } from "@/components/address/field";
import { logAddress } from "@/components/deliveries/log-address";
import { NewReplay } from "@/components/replays/new-replay";
import { NothingChosen } from "@/components/replays/nothing-chosen";
import { queryOf } from "@/lib/deliveries/view";

export const metadata: Metadata = { title: "Retry deliveries" };

const addressOf = addressReader(logAddress);
const write = addressWriter(logAddress);

/** Retries or resends the deliveries that the log shows for the same query string. Without one, nothing is offered. */
export default async function NewReplayPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  if (!(await contextFor("deliveries:write"))) return <Refused />;
  const view = addressOf(await searchParams);
  const filter = queryOf(view, Date.now());
  if (Object.keys(filter).length === 0) return <NothingChosen />;
  return <NewReplay choice={{ filter }} log={write("/deliveries", view)} />;
}
