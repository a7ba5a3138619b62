"use client";

import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useCallback, useSyncExternalStore } from "react";
import { webhookNameIn } from "@/components/navigation/webhook-name-in";
import { useAccountLink } from "@/components/scope/account-scope";
import { Skeleton } from "@/components/ui/skeleton";
import { binKey } from "@/lib/inbox/bin-key";
import type { InboxBin } from "@/lib/inbox/queries";
import { type CrumbObject, crumbsOf } from "./crumbs";

/** The pages above this one. The page itself has its title, so lists and forms of the first level show nothing. */
export function Breadcrumb() {
  const withAccount = useAccountLink();
  const above = crumbsOf(usePathname()).slice(0, -1);
  if (above.length === 0) return null;
  // A phone has room for one, and the tabs of a webhook stand below its name.
  const nearest = above.findLast(({ thing }) => !thing);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1">
        {above.map(({ href, name, thing }, n) => (
          <li
            key={href}
            className={`flex items-center gap-1 ${thing ? "min-w-0" : "shrink-0"} ${href === nearest?.href ? "" : "max-sm:hidden"}`}
          >
            {n > 0 && (
              <ChevronRight
                aria-hidden="true"
                className="size-3.5 shrink-0 text-faint max-sm:hidden"
              />
            )}
            <Link
              href={withAccount(href)}
              className="flex min-w-0 items-center gap-0.5 rounded-sm py-0.5 text-soft hover:text-ink max-sm:-ml-1"
            >
              <ChevronLeft aria-hidden="true" className="size-4 shrink-0 sm:hidden" />
              {thing ? <CrumbName thing={thing} fallback={name} /> : name}
            </Link>
          </li>
        ))}
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
    () => nameOf(client, thing) || fallback,
    () => undefined,
  );
  if (name === undefined) return <Skeleton className="h-4 w-24" />;
  return <span className="block max-w-64 truncate">{name}</span>;
}

function nameOf(client: QueryClient, { noun, id }: CrumbObject): string | undefined {
  if (noun === "webhook") return webhookNameIn(client, id);
  return client.getQueryData<InboxBin>(binKey(id))?.name;
}
