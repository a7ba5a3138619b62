import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import { Problem } from "@/lib/protocol/problem";
import type { deliveriesApi } from "./contract";
import { type DeliveryView, queryOf } from "./view";

type Api = typeof deliveriesApi;
const queryKey = ["deliveries"];

/** Cancels deliveries one after the other. Returns how many could not be cancelled. */
export function useStopAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      let refused = 0;
      for (const id of ids) {
        await call<Api["cancel"]>("POST /v1/deliveries/{id}/cancel", { params: { id } }).catch(
          (error: unknown) => {
            if (!(error instanceof Problem) || error.status !== 409) throw error;
            refused++;
          },
        );
      }
      return { refused };
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Cancels all pending deliveries of a view, in portions. Returns how many, and the replays that may queue more. */
export function useStopMatching() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (view: DeliveryView) => {
      const body = { filter: queryOf(view, Date.now()) };
      for (let cancelled = 0; ; ) {
        const part = await call<Api["cancelMatching"]>("POST /v1/deliveries/cancel", { body });
        cancelled += part.cancelled;
        if (!part.more) return { cancelled, runningReplays: part.runningReplays ?? 0 };
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
