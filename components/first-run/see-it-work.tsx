"use client";

import { Play, Zap } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { useMay } from "@/lib/session/queries";
import { Panes } from "./panes";
import { useDemonstration } from "./use-demonstration";

/** Demonstrates an event, its delivery and the received request in one click. */
export function SeeItWork() {
  const { shown, run } = useDemonstration();
  const [mayManage, mayPublish] = [useMay("webhooks:write"), useMay("events:write")];
  if (!mayManage || !mayPublish) return null;
  return (
    <Card
      title="See it work"
      hint="Creates a bin in the built-in inbox and a webhook to it, publishes one event to that webhook only, and shows the request arrive. Nothing leaves this server."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            look={shown ? "plain" : "primary"}
            disabled={run.isPending}
            onClick={() => run.mutate(false)}
          >
            <Play aria-hidden="true" />
            {shown ? "Run again" : "Try it"}
          </Button>
          {shown && (
            <Button look="primary" disabled={run.isPending} onClick={() => run.mutate(true)}>
              <Zap aria-hidden="true" />
              Now make it fail
            </Button>
          )}
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {run.error && (
          <Notice tone="warn" role="alert" title="The demonstration stopped">
            {run.error.message}
          </Notice>
        )}
        <Panes shown={shown} starting={run.isPending} />
      </div>
    </Card>
  );
}
