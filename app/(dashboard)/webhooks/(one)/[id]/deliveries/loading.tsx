import { LogSkeleton } from "@/components/delivery-log/log-skeleton";

export default function Loading() {
  return <LogSkeleton rows={8} />;
}
