import type { Busy, LaneNumber } from "@/lib/queue/due";

type Visit = { inLane: [normal: number, slow: number]; awaited: boolean };

/** The requests that this process has under way, webhook by webhook. */
export class Gate {
  readonly #visits = new Map<string, Visit>();

  /** As one lane sees it. Webhooks with none are left out. */
  busy(lane: LaneNumber): Busy[] {
    return [...this.#visits].map(([webhookId, { inLane }]) => ({
      webhookId,
      inFlight: sum(inLane),
      inLane: inLane[lane],
    }));
  }

  enter(webhookId: string, lane: LaneNumber): void {
    const visit: Visit = this.#visits.get(webhookId) ?? { inLane: [0, 0], awaited: false };
    visit.inLane[lane]++;
    // What came by lane 1 has others behind it, as far as is known.
    visit.awaited ||= lane === 1;
    this.#visits.set(webhookId, visit);
  }

  /** More waits in lane 1 for room at this webhook. */
  await(webhookId: string): void {
    const visit = this.#visits.get(webhookId);
    if (visit) visit.awaited = true;
  }

  /** Whether something may have waited for this. */
  leave(webhookId: string, lane: LaneNumber): boolean {
    const visit = this.#visits.get(webhookId);
    if (!visit) return false;
    visit.inLane[lane]--;
    if (sum(visit.inLane) === 0) this.#visits.delete(webhookId);
    return visit.awaited;
  }
}

function sum([normal, slow]: [number, number]): number {
  return normal + slow;
}
