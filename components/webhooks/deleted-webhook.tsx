"use client";

import { useParams } from "next/navigation";
import { buttonShape } from "@/components/ui/button-shape";

/** A webhook that is no more, or never was; its log may well be. */
export function DeletedWebhook() {
  const { id } = useParams<{ id: string }>();
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <p className="font-medium text-faint text-sm">404</p>
      <h1 className="mt-1 font-semibold text-xl tracking-tight">There is no such webhook</h1>
      <p className="mt-1 text-soft">
        It was deleted, or never was. What was sent to it stays in the log until its retention ends;
        who deleted it is in the audit log.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <a href={`/deliveries?webhook=${id}`} className={buttonShape({ look: "primary" })}>
          See its deliveries
        </a>
        <a href="/webhooks" className={buttonShape({})}>
          All webhooks
        </a>
      </div>
    </div>
  );
}
