"use client";

import dynamic from "next/dynamic";
import { useParams } from "next/navigation";
import { DeadEnd } from "@/components/page/dead-end";

// Pages of every webhook load this page's code as well, so only what it shows is in it.
const Deletion = dynamic(() => import("./deletion").then((made) => made.Deletion), { ssr: false });

/** Page of a deleted or unknown webhook; its deliveries may still be in the log. */
export function DeletedWebhook() {
  const { id } = useParams<{ id: string }>();
  return (
    <DeadEnd
      code={404}
      title="Webhook not found"
      sentence={
        <>
          <Deletion id={id} />
          <p>Past deliveries stay in the log until retention ends.</p>
        </>
      }
      ways={[
        { href: `/deliveries?webhook=${id}`, name: "View deliveries" },
        { href: "/webhooks", name: "All webhooks" },
      ]}
    />
  );
}
