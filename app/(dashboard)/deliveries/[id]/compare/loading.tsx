import { DeliverySkeleton } from "@/components/deliveries/delivery-skeleton";

export default function Loading() {
  return <DeliverySkeleton />;
}
