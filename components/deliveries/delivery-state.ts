import {
  ArrowUpRight,
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  type LucideIcon,
  RotateCw,
} from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { Cause } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import type { Delivery } from "@/lib/deliveries/queries";
import { formatTarget } from "@/lib/format";

type Shown = { word: string; tone: Tone; icon: LucideIcon };

const shown = {
  pending: { word: "Pending", tone: "busy", icon: Clock },
  sending: { word: "Sending", tone: "busy", icon: ArrowUpRight },
  retrying: { word: "Retrying", tone: "warn", icon: RotateCw },
  delivered: { word: "Delivered", tone: "good", icon: CircleCheck },
  failed: { word: "Failed", tone: "bad", icon: CircleX },
  cancelled: { word: "Cancelled", tone: "idle", icon: Ban },
} as const satisfies Record<string, Shown>;

/** Returns the state shown for a delivery. `pending` in the API is split into pending, sending and retrying. */
export function deliveryState(
  delivery: Pick<Delivery, "status" | "attempts"> & Partial<Pick<Delivery, "sending">>,
): Shown {
  if (delivery.status !== "pending") return shown[delivery.status];
  if (delivery.sending) return shown.sending;
  return delivery.attempts > 0 ? shown.retrying : shown.pending;
}

type Titled = Parameters<typeof deliveryState>[0] &
  Pick<Delivery, "event" | "callbackUrl"> & {
    statusCode?: number | null | undefined;
    cause?: Cause | null | undefined;
  };

/** Returns the title of a delivery's page: "503 · VIDEO_GENERATION_FAILED → Orbit Learning". */
export function deliveryTitle(delivery: Titled, label: string | undefined): string {
  const { statusCode, cause, event, callbackUrl } = delivery;
  const result = statusCode ?? (cause ? causeNames[cause] : deliveryState(delivery).word);
  return `${result} · ${event} → ${label || formatTarget(callbackUrl)}`;
}
