import { DeadEnd } from "@/components/shell/dead-end";

export default function NoSuchEventType() {
  return (
    <DeadEnd
      code={404}
      title="No event of this name"
      sentence="The list of events is closed; it is the same in the docs, the API and here."
      ways={[
        { href: "/events", name: "All events" },
        { href: "/docs/events", name: "Docs" },
      ]}
    />
  );
}
