import { DeadEnd } from "@/components/page/dead-end";

export default function NoSuchReplay() {
  return (
    <DeadEnd
      code={404}
      title="No replay with this id"
      sentence="The address may be mistyped, or the replay belongs to another account."
      ways={[
        { href: "/replays", name: "All replays" },
        { href: "/deliveries", name: "Deliveries" },
      ]}
    />
  );
}
