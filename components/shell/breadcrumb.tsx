"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { formatTarget } from "@/lib/format";
import { webhookQueries } from "@/lib/webhooks/queries";
import { crumbsOf } from "./crumbs";

/** Where the page belongs: every part of the way but the last leads there. */
export function Breadcrumb() {
  const crumbs = crumbsOf(usePathname());
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1">
        {crumbs.map(({ href, name, webhook }, n) => {
          const last = n === crumbs.length - 1;
          const text = webhook ? <WebhookName id={webhook} /> : name;
          return (
            <li key={href} className={`flex items-center gap-1 ${last ? "min-w-0" : "shrink-0"}`}>
              {n > 0 && <ChevronRight aria-hidden="true" className="size-3.5 text-faint" />}
              {last ? (
                <span aria-current="page" className="truncate font-medium">
                  {text}
                </span>
              ) : (
                <Link href={href} className="rounded-sm text-soft hover:text-ink">
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

/** As the page itself calls it, once that has been read. */
function WebhookName({ id }: { id: string }) {
  const { data } = useQuery({ ...webhookQueries.one(id), enabled: false });
  const name = data ? formatTarget(data.callbackUrl) : id.slice(0, 8);
  return <span className="block max-w-64 truncate">{name}</span>;
}
