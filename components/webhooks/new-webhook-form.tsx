"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { accountComplaint } from "@/components/accounts/account-complaint";
import { AccountSelect } from "@/components/accounts/account-select";
import { Form } from "@/components/form/form";
import { useUnsaved } from "@/components/form/use-unsaved";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Choice } from "@/components/ui/choice";
import { CodeBlock } from "@/components/ui/code-block";
import { type EventName, exampleEvent } from "@/db/enums";
import { eventQueries } from "@/lib/events/queries";
import { AdvancedFields } from "./advanced-fields";
import { EventsField } from "./events-field";
import { LabelField } from "./label-field";
import { UrlField } from "./url-field";
import { type InitialWebhook, useNewWebhook } from "./use-new-webhook";

type Props = {
  /** Values from the address. */
  initial: InitialWebhook;
};

export function NewWebhookForm({ initial }: Props) {
  const { form, submit, make, account, setAccount, hasTest, setHasTest } = useNewWebhook(initial);
  const { isDirty, isSubmitting } = form.formState;
  const isBusy = isSubmitting || make.isPending || make.isSuccess;
  useUnsaved(isDirty && !make.isSuccess);
  const [callbackUrl, [event = exampleEvent]] = form.watch(["callbackUrl", "events"]);
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,42rem)_minmax(20rem,1fr)]">
      <Form form={form} submit={submit} className="grid min-w-0 gap-6">
        <AccountSelect
          value={account}
          onChange={(chosen) => setAccount(chosen ?? undefined)}
          hint="Receives the events of this account."
          error={accountComplaint(make.error)}
        />
        <UrlField form={form} account={account} />
        <EventsField form={form} />
        <details className="group rounded-lg border border-line px-4 py-3">
          <summary className="-my-1 flex min-h-6 list-none items-center gap-2 rounded-sm py-1 font-medium [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden="true"
              className="size-4 text-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
            />
            Label, timeout, limits, headers
          </summary>
          <div className="grid gap-5 pt-4 pb-1">
            <LabelField form={form} />
            <AdvancedFields form={form} />
          </div>
        </details>
        <Choice
          type="checkbox"
          label="Send a test event"
          hint="One signed sample event, right after the webhook is created."
          checked={hasTest}
          onChange={({ target }) => setHasTest(target.checked)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={isBusy}>
            {isBusy ? "Creating…" : "Create webhook"}
          </Button>
          <ButtonLink href="/webhooks" look="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
      <RequestPreview callbackUrl={callbackUrl} event={event} />
    </div>
  );
}

type RequestPreviewProps = { callbackUrl: string; event: EventName };

/** Sample of the request that the receiver will get. */
function RequestPreview({ callbackUrl, event }: RequestPreviewProps) {
  const { data } = useQuery(eventQueries.types());
  const sample = data?.eventTypes.find(({ name }) => name === event)?.sample ?? {};
  const target = URL.canParse(callbackUrl) ? new URL(callbackUrl) : undefined;
  const code = [
    `POST ${target ? target.pathname + target.search : "/hooks"}`,
    `host: ${target?.host || "example.com"}`,
    "content-type: application/json",
    "webhook-id: the event’s id, the same for every attempt",
    "webhook-timestamp: unix seconds of this attempt",
    "webhook-signature: v1,…",
    "",
    JSON.stringify({ event, data: sample }, null, 2),
  ].join("\n");
  return (
    <section aria-labelledby="preview" className="min-w-0">
      <h2 id="preview" className="mb-2 font-medium">
        Request preview
      </h2>
      <CodeBlock label="sample request" code={code} wrap tall />
      <p className="mt-2 text-faint text-sm">
        Any 2xx response counts as delivered. Everything else is retried: 10 attempts in three days.
      </p>
    </section>
  );
}
