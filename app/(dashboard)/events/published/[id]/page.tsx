import type { Metadata } from "next";
import { uuidOf } from "@/app/uuid-of";
import { EventView } from "@/components/events/event-view";

export const metadata: Metadata = { title: "Event" };

export default async function EventPage({ params }: { params: Promise<{ id: string }> }) {
  return <EventView id={await uuidOf(params)} />;
}
