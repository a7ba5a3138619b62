"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { isUuid } from "@/components/address/is-uuid";
import { DeadEnd } from "@/components/page/dead-end";
import { Ago } from "@/components/time/moment";
import { Skeleton } from "@/components/ui/skeleton";
import { auditQueries } from "@/lib/audit/queries";
import { sessionQueries } from "@/lib/session/queries";

/** Page of a deleted or unknown webhook; its deliveries may still be in the log. */
export function Deletion() {
  const { id } = useParams<{ id: string }>();
  const all = { href: "/webhooks", name: "All webhooks" };
  if (!isUuid(id)) {
    const sentence = "The address does not contain the id of a webhook. Copy all of the link.";
    return <DeadEnd code={404} title="Webhook not found" sentence={sentence} ways={[all]} />;
  }
  return (
    <DeadEnd
      code={404}
      title="Webhook not found"
      sentence={
        <>
          <Deleted id={id} />
          <p>Past deliveries stay in the log until retention ends.</p>
        </>
      }
      ways={[{ href: `/deliveries?webhook=${id}`, name: "View deliveries" }, all]}
    />
  );
}

/** Time and actor of the deletion; requires access to the audit log. */
function Deleted({ id }: { id: string }) {
  const { data: session } = useQuery(sessionQueries.current());
  const { data, isFetching } = useQuery({
    ...auditQueries.deletion(id),
    enabled: session?.scopes.includes("admin") ?? false,
  });
  if (!data && isFetching) return <Skeleton className="mx-auto my-1 h-4 w-64 max-w-full" />;
  const entry = data?.entries[0];
  if (!entry) return <p>It was deleted or never existed.</p>;
  return (
    <p>
      It was deleted <Ago at={entry.createdAt} />
      {entry.actor.name && ` by ${entry.actor.kind === "key" ? "key " : ""}${entry.actor.name}`}.
    </p>
  );
}
