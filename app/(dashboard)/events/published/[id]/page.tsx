import type { Metadata } from "next";
import { uuidOf } from "@/app/uuid-of";
import { EventView } from "@/components/events/event-view";
import { readOnce } from "./read-once";

type Props = { params: Promise<{ id: string }> };

/** An unknown id is answered by the layout. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await readOnce(await uuidOf(params)).catch(() => undefined);
  return { title: found ? `${found.subject} · ${found.event}` : "Event" };
}

export default async function EventPage({ params }: Props) {
  return <EventView id={await uuidOf(params)} />;
}
