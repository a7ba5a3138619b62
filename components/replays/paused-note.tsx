"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { listed } from "@/lib/deliveries/view";
import { settingsQueries } from "@/lib/settings/queries";

type Props = { filter: object | undefined };

/** Says that deliveries of a replay wait because their webhooks are paused. Only for a choice by webhook. */
export function PausedNote({ filter }: Props) {
  const { data } = useQuery(settingsQueries.list());
  const chosen = listed((filter as { webhook?: unknown } | undefined)?.webhook);
  const paused = chosen.filter((id) => data?.some((each) => each.webhookId === id && each.paused));
  if (paused.length === 0) return null;
  return (
    <Notice tone="warn">
      {paused.length === 1 ? (
        <>
          <Link href={`/webhooks/${paused[0]}`} className="font-medium underline">
            The webhook
          </Link>{" "}
          is paused. Its deliveries wait until it is resumed.
        </>
      ) : (
        `${paused.length} of the webhooks are paused. Their deliveries wait until they are resumed.`
      )}
    </Notice>
  );
}
