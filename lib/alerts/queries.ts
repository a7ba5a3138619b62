import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import { storeChanged } from "@/lib/store-changed";
import type { AlertReceiverDraft, alertsApi } from "./contract";

type Api = typeof alertsApi;
export type Alerts = Reply<Api["read"]>;
export type AlertDetail = Reply<Api["readOne"]>;

export const alertQueries = {
  read: () =>
    queryOptions({
      queryKey: ["alerts"],
      queryFn: ({ signal }) => call<Api["read"]>("GET /v1/alerts", {}, signal),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ["alerts", "one", id],
      queryFn: ({ signal }) =>
        call<Api["readOne"]>("GET /v1/alerts/{id}", { params: { id } }, signal),
    }),
};

export function useSetAlertReceiver() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertReceiverDraft) => call<Api["set"]>("PUT /v1/alerts", { body }),
    onSuccess: (alerts) => storeChanged(client, alertQueries.read(), alerts),
  });
}

export function useRemoveAlertReceiver() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["remove"]>("DELETE /v1/alerts", {}),
    onSuccess: () => client.invalidateQueries({ queryKey: alertQueries.read().queryKey }),
  });
}

export function useTestAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["test"]>("POST /v1/alerts/test", {}),
    onSuccess: () => client.invalidateQueries({ queryKey: alertQueries.read().queryKey }),
  });
}

/** Reveals the secret. A mutation although it only reads, so that the secret is requested explicitly and not cached. */
export function useRevealAlertSecret() {
  return useMutation({
    mutationFn: () => call<Api["reveal"]>("GET /v1/alerts/secret", {}),
    gcTime: 0,
  });
}
