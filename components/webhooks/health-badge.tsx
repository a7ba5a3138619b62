import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { WebhookHealth } from "@/lib/health/queries";

/** A webhook's health in a word. */
export const healthWords: Record<
  WebhookHealth["state"],
  { word: string; tone: Tone; icon: LucideIcon }
> = {
  healthy: { word: "Healthy", tone: "good", icon: CircleCheck },
  degraded: { word: "Degraded", tone: "warn", icon: TriangleAlert },
  failing: { word: "Failing", tone: "bad", icon: OctagonX },
  paused: { word: "Paused", tone: "idle", icon: CirclePause },
  auto_paused: { word: "Auto-paused", tone: "warn", icon: CirclePause },
  no_traffic: { word: "No traffic", tone: "idle", icon: CircleDashed },
};

export function HealthBadge({ state }: { state: WebhookHealth["state"] }) {
  const { word, ...look } = healthWords[state];
  return <Badge {...look}>{word}</Badge>;
}
