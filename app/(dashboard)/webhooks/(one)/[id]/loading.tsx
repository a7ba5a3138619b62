import { OverviewSkeleton } from "@/components/webhook-overview/overview-skeleton";

export default function Loading() {
  return <OverviewSkeleton />;
}
