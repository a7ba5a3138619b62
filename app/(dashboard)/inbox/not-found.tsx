import { DeadEnd } from "@/components/page/dead-end";

export default function NoSuchBin() {
  return (
    <DeadEnd
      code={404}
      title="No bin with this id"
      sentence="The bin and its requests were deleted. Deliveries to it stay in the log until retention ends."
      ways={[
        { href: "/inbox", name: "All bins" },
        { href: "/deliveries", name: "Deliveries" },
      ]}
    />
  );
}
