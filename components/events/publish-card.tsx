"use client";

import dynamic from "next/dynamic";
import { FormSkeleton } from "@/components/form/form-skeleton";
import { Card } from "@/components/ui/card";
import type { EventName } from "@/db/enums";

// A form that the server drew would lose what is typed before its code is there.
const PublishForm = dynamic(() => import("./publish-form").then((made) => made.PublishForm), {
  ssr: false,
  loading: FormSkeleton,
});

/** A form that publishes an event, of the type `only` or of any type. */
export function PublishCard({ only }: { only?: EventName }) {
  return (
    <Card title="Publish an event" hint="To all subscribed webhooks, or as a test to one.">
      <PublishForm only={only} />
    </Card>
  );
}
