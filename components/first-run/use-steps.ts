"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { apiKeyQueries } from "@/lib/api-keys/queries";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { inboxQueries } from "@/lib/inbox/queries";
import { useMay } from "@/lib/session/queries";
import { webhookQueries } from "@/lib/webhooks/queries";

export type Step = { name: string; done: boolean; href: string; act: string };

const often = { refetchInterval: 5000 };

/** The first steps, ticked by what there is and never by a click; undefined until that is known. */
export function useSteps(): Step[] | undefined {
  const isAdmin = useMay("admin");
  const webhooks = useQuery({ ...webhookQueries.list(), ...often });
  const delivered = useQuery({ ...deliveryQueries.delivered(), ...often });
  const verified = useVerified();
  const keys = useQuery({ ...apiKeyQueries.list(), ...often, enabled: isAdmin });
  if (!webhooks.data || !delivered.data || verified === undefined) return undefined;
  const [first] = webhooks.data;
  const at = (tab: string) => (first ? `/webhooks/${first.id}/${tab}` : "/webhooks/new");
  const used = keys.data?.apiKeys.some(
    ({ scopes, lastUsedAt }) => lastUsedAt && scopes.includes("events:write"),
  );
  return [
    { name: "Create a webhook", done: first !== undefined, href: "/webhooks/new", act: "Create" },
    {
      name: "Deliver a test event",
      done: delivered.data.deliveries.length > 0,
      href: at("test"),
      act: "Send a test",
    },
    {
      name: "Verify a signature",
      done: verified,
      href: at("signing"),
      act: "See how",
    },
    ...(isAdmin
      ? [
          {
            name: "Publish from your own service",
            done: used ?? false,
            href: "/keys",
            act: "Create a key",
          },
        ]
      : []),
  ];
}

/** A bin of the inbox verifies as any receiver does. */
function useVerified(): boolean | undefined {
  const { data } = useQuery({ ...inboxQueries.bins(), ...often });
  const used = data?.bins.find(({ received }) => received > 0);
  const requests = useInfiniteQuery({
    ...inboxQueries.requests(used?.id ?? ""),
    enabled: used !== undefined,
  });
  if (!data) return undefined;
  return requests.isSuccess && requests.data.some(({ valid }) => valid);
}
