"use client";

import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useCallback, useSyncExternalStore } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { formatTarget } from "@/lib/format";
import { inboxQueries } from "@/lib/inbox/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { type CrumbObject, crumbsOf } from "./crumbs";

/** Breadcrumb; every part but the last is a link. */
export function Breadcrumb() {
  const crumbs = crumbsOf(usePathname());
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1">
        {crumbs.map(({ href, name, thing }, n) => {
          const last = n === crumbs.length - 1;
          const text = thing ? <CrumbName thing={thing} fallback={name} /> : name;
          return (
            <li
              key={href}
              className={`flex items-center gap-1 ${last || thing ? "min-w-0" : "shrink-0"}`}
            >
              {n > 0 && (
                <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
              )}
              {last ? (
                <span aria-current="page" className="truncate font-medium">
                  {text}
                </span>
              ) : (
                <Link href={href} className="min-w-0 rounded-sm text-soft hover:text-ink">
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/**
 * Name of the object that the page shows, read from the query cache only. A query started here would run before the
 * page's own prefetch and keep its rows out of the server render.
 */
function CrumbName({ thing, fallback }: { thing: CrumbObject; fallback: string }) {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const name = useSyncExternalStore<string | undefined>(
    useCallback((changed) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    () => nameIn(client, thing) ?? fallback,
    () => undefined,
  );
  if (name === undefined) return <Skeleton className="h-4 w-24" />;
  return <span className="block max-w-64 truncate">{name}</span>;
}

function nameIn(client: QueryClient, { noun, id }: CrumbObject): string | undefined {
  if (noun === "bin") return client.getQueryData(inboxQueries.bin(id).queryKey)?.name || undefined;
  const label = client.getQueryData(settingsQueries.one(id).queryKey)?.label;
  const url = client.getQueryData(webhookQueries.one(id).queryKey)?.callbackUrl;
  return label || (url && formatTarget(url));
}
