import { DeadEnd } from "@/components/shell/dead-end";

export default function NoSuchBin() {
  return (
    <DeadEnd
      code={404}
      title="No bin with this id"
      sentence="It was deleted, and its requests with it. What was sent to it stays in the log until its retention ends."
      ways={[
        { href: "/inbox", name: "All bins" },
        { href: "/deliveries", name: "Deliveries" },
      ]}
    />
  );
}
