import { BinSkeleton } from "@/components/inbox/bin-skeleton";

export default function Loading() {
  return <BinSkeleton />;
}
