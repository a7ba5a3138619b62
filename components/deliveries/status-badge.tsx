import { Badge } from "@/components/ui/badge";
import { deliveryState } from "./delivery-state";

type Props = { delivery: Parameters<typeof deliveryState>[0] };

export function StatusBadge({ delivery }: Props) {
  const { word, ...look } = deliveryState(delivery);
  return <Badge {...look}>{word}</Badge>;
}
