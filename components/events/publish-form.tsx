"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { accountComplaint } from "@/components/accounts/account-complaint";
import { AccountSelect } from "@/components/accounts/account-select";
import { Field } from "@/components/form/field";
import { Form } from "@/components/form/form";
import { chooseAccount, showProblem } from "@/components/form/show-problem";
import { Button } from "@/components/ui/button";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Notice } from "@/components/ui/notice";
import { SelectBox } from "@/components/ui/select-box";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { type EventName, exampleEvent } from "@/db/enums";
import { eventQueries } from "@/lib/events/queries";
import { usePublish, useSendTest } from "@/lib/events/use-publish";
import { formatPlural, formatUrl } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { useLabels } from "@/lib/settings/use-labels";
import { webhookQueries } from "@/lib/webhooks/queries";
import { bodyTextOf, type EventToSend, type Payload, readPayload } from "./payload";
import { PayloadFields, sampleOf } from "./payload-fields";
import { usePublishingAccount } from "./use-publishing-account";

const loadDialog = () => import("./publish-dialog");
const PublishDialog = dynamic(() => loadDialog().then((made) => made.PublishDialog), {
  ssr: false,
});
const loadResult = () => import("@/components/deliveries/followed-delivery");
const FollowedDelivery = dynamic(() => loadResult().then((made) => made.FollowedDelivery), {
  ssr: false,
});
const everyone = "all";

type Props = {
  /** Fixes the event type; otherwise it is selected. */
  only?: EventName | undefined;
};

/** Publishes an event after confirmation, or sends a test to one webhook. */
export function PublishForm({ only }: Props) {
  useIdleLoad(loadDialog);
  useIdleLoad(loadResult);
  const { data: types } = useQuery(eventQueries.types());
  const [target, setTarget] = useState(everyone);
  const [given, setGiven] = useState<string>();
  const { account, isMissing } = usePublishingAccount(given);
  const [isAsked, setIsAsked] = useState(false);
  const [draft, setDraft] = useState<EventToSend | null>(null);
  const publish = usePublish();
  const test = useSendTest();
  const may = useMay("events:write");
  const event = only ?? exampleEvent;
  const form = useForm<Payload>({
    defaultValues: { event, data: sampleOf(types, event) },
    shouldFocusError: false,
  });
  const onError = (error: Error) => showProblem(form, error);

  const submit = form.handleSubmit((payload) => {
    const data = readPayload(form, payload);
    publish.reset();
    test.reset();
    if (!data) return;
    if (target === everyone && isMissing) return setIsAsked(true);
    const toSend = { event: payload.event, data };
    if (target === everyone) setDraft({ ...toSend, ...(account && { accountId: account }) });
    else test.mutate({ webhookId: target, bodyText: bodyTextOf(toSend) }, { onError });
  });
  const confirm = (confirmed: EventToSend) => {
    setDraft(null);
    publish.mutate(bodyTextOf(confirmed), { onError });
  };

  return (
    <Form form={form} submit={submit}>
      {target === everyone && (
        <AccountSelect
          value={account}
          onChange={(chosen) => setGiven(chosen ?? undefined)}
          hint="The account that the event belongs to."
          error={isAsked && isMissing ? chooseAccount : accountComplaint(publish.error)}
        />
      )}
      <TargetField account={account} value={target} onChange={setTarget} />
      <PayloadFields form={form} only={only} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look="primary"
          disabled={!may}
          busy={publish.isPending || test.isPending}
        >
          <Send aria-hidden="true" />
          {target === everyone ? "Publish event…" : "Send test event"}
        </Button>
        {!may && <p className="text-soft text-sm">Your role cannot publish events.</p>}
      </div>
      {publish.data && <Published event={publish.data} />}
      {test.data && <FollowedDelivery key={test.data.id} id={test.data.id} />}
      {draft && (
        <PublishDialog
          event={draft.event}
          account={account}
          confirm={() => confirm(draft)}
          close={() => setDraft(null)}
        />
      )}
    </Form>
  );
}

type TargetProps = {
  account: string | undefined;
  value: string;
  onChange: (target: string) => void;
};

function TargetField({ account, value, onChange }: TargetProps) {
  const { data: webhooks = [] } = useQuery(webhookQueries.list(account));
  const labelOf = useLabels();
  return (
    <Field label="Send to">
      {(wiring) => (
        <SelectBox
          {...wiring}
          label="Send to"
          options={[
            { value: everyone, label: "All subscribed webhooks" },
            ...webhooks.map(({ id, callbackUrl }) => ({
              value: id,
              label: labelOf(id) ?? formatUrl(callbackUrl),
              hint: labelOf(id) && formatUrl(callbackUrl),
              group: "One webhook, as a test",
            })),
          ]}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

type PublishedProps = { event: NonNullable<ReturnType<typeof usePublish>["data"]> };

/** The accepted event. */
function Published({ event: { id, deliveries } }: PublishedProps) {
  return (
    <Notice tone="good" role="status" title="Event published">
      {deliveries === 0
        ? "Accepted. No webhook is subscribed. "
        : `${formatPlural(deliveries, "delivery", "deliveries")} queued. `}
      <HoverPrefetchLink
        href={`/events/published/${id}`}
        className="font-medium text-accent underline underline-offset-2"
      >
        Open event
      </HoverPrefetchLink>
    </Notice>
  );
}
