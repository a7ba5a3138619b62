import { DeadEnd } from "@/components/page/dead-end";

export default function NoSuchEventType() {
  return (
    <DeadEnd
      code={404}
      title="No such event type"
      sentence="Event types are fixed. The API and the docs list the same ones."
      ways={[
        { href: "/events", name: "All event types" },
        { href: "/docs/events", name: "Docs" },
      ]}
    />
  );
}
