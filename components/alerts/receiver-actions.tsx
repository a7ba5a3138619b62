"use client";

import { BellOff, Eye, Send } from "lucide-react";
import { AskButton } from "@/components/ui/ask-button";
import { Button } from "@/components/ui/button";
import { preloadable } from "@/components/ui/preloadable";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import {
  type Alerts,
  useRemoveAlertReceiver,
  useRevealAlertSecret,
  useTestAlert,
} from "@/lib/alerts/queries";
import { AlertResponse, AlertState } from "./alert-table";

const CodeBlock = preloadable(() =>
  import("@/components/ui/code-block").then((made) => made.CodeBlock),
);

/** Actions on the destination: test, reveal, stop. Shows the response to a test. */
export function ReceiverActions({ alerts }: { alerts: Alerts["latest"] }) {
  useIdleLoad(CodeBlock.preload);
  const test = useTestAlert();
  const remove = useRemoveAlertReceiver();
  const reveal = useRevealAlertSecret();
  const error = test.error ?? remove.error ?? reveal.error;
  const tested = alerts.find(({ id }) => id === test.data?.id);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          <Send aria-hidden="true" />
          Send test alert
        </Button>
        <Button busy={reveal.isPending} onClick={() => reveal.mutate()}>
          <Eye aria-hidden="true" />
          Reveal secret
        </Button>
        <AskButton
          icon={BellOff}
          name="Stop alerts"
          warning="Deletes the URL and its secret. Pending alerts are not sent."
          confirm="Confirm stop"
          decline="Keep alerts"
          status=""
          busy={remove.isPending}
          place="left"
          onConfirm={() => remove.mutate()}
        />
      </div>
      <p
        className={
          tested
            ? "flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken px-3.5 py-2.5"
            : "sr-only"
        }
      >
        {/* Without the response, which counts seconds down. */}
        <span role="status" className="flex items-center gap-2">
          {tested && (
            <>
              <span className="font-medium">Test alert</span>
              <AlertState alert={tested} />
            </>
          )}
        </span>
        {tested && (
          <span className="wrap-break-word min-w-0 text-soft text-sm">
            <AlertResponse alert={tested} />
          </span>
        )}
      </p>
      {reveal.data && <CodeBlock label="alert secret" code={reveal.data.secret} wrap />}
      {error && (
        <p role="alert" className="font-medium text-bad">
          {error.message}
        </p>
      )}
    </div>
  );
}
