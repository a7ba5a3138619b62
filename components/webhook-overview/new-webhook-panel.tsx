"use client";

import { Send } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { FollowedDelivery } from "@/components/deliveries/followed-delivery";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { type NewMark, useNewMark } from "@/components/webhooks/new-mark";
import { useSendTest } from "@/lib/events/use-publish";
import { useRevealSecret } from "@/lib/secrets/queries";
import { useMay } from "@/lib/session/queries";

/** First steps of a webhook that was created in this tab: store the secret, see a test arrive. */
export function NewWebhookPanel({ id }: { id: string }) {
  const { mark, change, remove } = useNewMark(id);
  return mark ? <Steps id={id} mark={mark} change={change} done={remove} /> : null;
}

type StepsProps = {
  id: string;
  mark: NewMark;
  change: (mark: NewMark) => void;
  done: () => void;
};

function Steps({ id, mark, change, done }: StepsProps) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      <Card
        title="Webhook created"
        hint="Receives events from now on."
        actions={<Button onClick={done}>Done</Button>}
      >
        <div className="grid grid-cols-1 gap-4">
          {mark.fault && (
            <Notice tone="bad" role="alert" title="Settings not saved">
              {mark.fault} Set them on the Settings tab.
            </Notice>
          )}
          <Step name="Signing secret">
            <Secret id={id} />
          </Step>
          <Step name="Test event">
            <Trial id={id} mark={mark} change={change} />
          </Step>
        </div>
      </Card>
    </div>
  );
}

function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid grid-cols-1 gap-1.5">
      <h3 className="font-medium">{name}</h3>
      {children}
    </section>
  );
}

/** Revealed at each load while the webhook is new. The browser stores no secret. */
function Secret({ id }: { id: string }) {
  const may = useMay("webhooks:secrets");
  const { mutate, data, error } = useRevealSecret(id);
  const asked = useRef(false);
  useEffect(() => {
    if (!may || asked.current) return;
    asked.current = true;
    mutate();
  }, [may, mutate]);
  if (!may)
    return <p className="text-soft">Your role cannot view secrets. Ask an administrator.</p>;
  if (error) return <p className="text-bad">{error.message}</p>;
  return (
    <>
      {data ? (
        <div className="flex flex-wrap items-center gap-2">
          <CodeLine>{data.secret}</CodeLine>
          <CopyButton text={data.secret} label="Copy signing secret" shown="Copy" />
        </div>
      ) : (
        <Skeleton className="h-8 w-full max-w-md" />
      )}
      <p className="text-soft text-sm">
        Store it in your receiver. The{" "}
        <HoverPrefetchLink
          href={`/webhooks/${id}/signing`}
          className="rounded-sm font-medium text-accent underline underline-offset-2"
        >
          Signing tab
        </HoverPrefetchLink>{" "}
        reveals it again and shows how to verify signatures.
      </p>
    </>
  );
}

function Trial({ id, mark, change }: Omit<StepsProps, "done">) {
  const send = useSendTest();
  const again = () =>
    send.mutate(
      { webhookId: id },
      { onSuccess: (delivery) => change({ ...mark, testId: delivery.id }) },
    );
  return (
    <div className="grid grid-cols-1 gap-2">
      {mark.testId && <FollowedDelivery key={mark.testId} id={mark.testId} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" busy={send.isPending} onClick={again}>
          <Send aria-hidden="true" />
          {mark.testId ? "Send another test" : "Send test event"}
        </Button>
        {send.error && <span className="text-bad text-sm">{send.error.message}</span>}
      </div>
    </div>
  );
}
