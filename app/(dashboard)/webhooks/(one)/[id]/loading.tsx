import { LogSkeleton } from "@/components/deliveries/log-skeleton";

export default function Loading() {
  return <LogSkeleton rows={8} />;
}
