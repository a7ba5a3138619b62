import { uuidOf } from "@/app/uuid-of";
import { EventView } from "@/components/events/event-view";

export default async function EventPage({ params }: { params: Promise<{ id: string }> }) {
  return <EventView id={await uuidOf(params)} />;
}
