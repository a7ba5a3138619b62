"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { DeadEnd } from "@/components/shell/dead-end";
import { Ago } from "@/components/time/moment";
import { Skeleton } from "@/components/ui/skeleton";
import { auditQueries } from "@/lib/audit/queries";
import { sessionQueries } from "@/lib/session/queries";

/** A webhook that is no more, or never was; its log may well be. */
export function DeletedWebhook() {
  const { id } = useParams<{ id: string }>();
  return (
    <DeadEnd
      code={404}
      title="There is no such webhook"
      sentence={
        <>
          <Deletion id={id} />
          <p>What was sent to it stays in the log until its retention ends.</p>
        </>
      }
      ways={[
        { href: `/deliveries?webhook=${id}`, name: "See its deliveries" },
        { href: "/webhooks", name: "All webhooks" },
      ]}
    />
  );
}

/** When it was deleted and by whom, for whom may read the audit log. */
function Deletion({ id }: { id: string }) {
  const { data: session } = useQuery(sessionQueries.current());
  const { data, isFetching } = useQuery({
    ...auditQueries.deletion(id),
    enabled: session?.scopes.includes("admin") ?? false,
  });
  if (!data && isFetching) return <Skeleton className="mx-auto my-1 h-4 w-64" />;
  const entry = data?.entries[0];
  if (!entry) return <p>It was deleted, or never was.</p>;
  return (
    <p>
      It was deleted <Ago at={entry.createdAt} />
      {entry.actor.name && ` by ${entry.actor.kind === "key" ? "key " : ""}${entry.actor.name}`}.
    </p>
  );
}
