"use client";

import { Play, Zap } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { useMay } from "@/lib/session/queries";
import { Panes } from "./panes";
import { useDemonstration } from "./use-demonstration";

/** The whole product in one click: an event, its delivery, and what its receiver got. */
export function SeeItWork() {
  const { shown, run } = useDemonstration();
  const [mayManage, mayPublish] = [useMay("webhooks:write"), useMay("events:write")];
  if (!mayManage || !mayPublish) return null;
  return (
    <Card
      title="See it work"
      hint="Makes a bin in the built-in inbox and a webhook to it, publishes one event to that webhook alone, and shows how it arrives. Nothing leaves this server."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            look={shown ? "plain" : "primary"}
            disabled={run.isPending}
            onClick={() => run.mutate(false)}
          >
            <Play aria-hidden="true" />
            {shown ? "Once more" : "Try it"}
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
