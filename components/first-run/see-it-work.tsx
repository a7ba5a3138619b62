"use client";

import { Play, X, Zap } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { useMay } from "@/lib/session/queries";
import { Panes } from "./panes";
import { useDemonstration } from "./use-demonstration";
import type { Place } from "./use-shown";

/** Demonstrates an event, its delivery and the received request in one click. */
export function SeeItWork({ place }: { place: Place }) {
  const { shown, run, hide } = useDemonstration(place);
  const [mayManage, mayPublish] = [useMay("webhooks:write"), useMay("events:write")];
  if (!mayManage || !mayPublish) return null;
  return (
    <Card
      title="See it work"
      hint="Publishes one event to a bin of the built-in inbox. Nothing leaves this server."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            look={shown ? "plain" : "primary"}
            busy={run.isPending}
            onClick={() => run.mutate(false)}
          >
            <Play aria-hidden="true" />
            {shown ? "Run again" : "Try it"}
          </Button>
          <Button
            look={shown ? "primary" : "plain"}
            disabled={!shown}
            busy={run.isPending}
            onClick={() => run.mutate(true)}
          >
            <Zap aria-hidden="true" />
            Now make it fail
          </Button>
          {shown && (
            <Button look="quiet" shape="icon" aria-label="Hide the demonstration" onClick={hide}>
              <X aria-hidden="true" />
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
