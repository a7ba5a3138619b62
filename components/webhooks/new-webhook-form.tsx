"use client";

import type { ReactNode } from "react";
import { AccountSelect } from "@/components/accounts/account-select";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { submitOnKey } from "@/components/form/submit-key";
import { useUnsaved } from "@/components/form/use-unsaved";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Input } from "@/components/ui/input";
import { type EventName, eventNames } from "@/db/enums";
import { Problem } from "@/lib/protocol/problem";
import { AdvancedFields } from "./advanced-fields";
import { CreatedPanel } from "./created-panel";
import { EventsField } from "./events-field";
import { RequestPreview } from "./request-preview";
import { UrlField } from "./url-field";
import { useNewWebhook } from "./use-new-webhook";

type Props = {
  /** What a link filled in. */
  given: { url: string; events: EventName[] };
  /** How to verify, highlighted on the server. */
  snippets: ReactNode;
};

export function NewWebhookForm({ given, snippets }: Props) {
  const { form, submit, make, account, setAccount } = useNewWebhook(given);
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty && !make.isSuccess);
  const [callbackUrl, [event = eventNames[2]]] = form.watch(["callbackUrl", "events"]);
  if (make.data) return <CreatedPanel made={make.data} snippets={snippets} />;
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,42rem)_minmax(20rem,1fr)]">
      <form
        onSubmit={(event) => void submit(event)}
        onKeyDown={submitOnKey}
        noValidate
        className="grid min-w-0 gap-6"
      >
        <FormErrors form={form} />
        <AccountSelect
          value={account}
          onChange={(chosen) => setAccount(chosen ?? undefined)}
          hint="Whose events it gets."
          error={accountComplaint(make.error)}
        />
        <UrlField form={form} account={account} />
        <EventsField form={form} />
        <Field
          label="Label"
          hint="A name for people at this dashboard; receivers never see it."
          error={errors.label?.message}
        >
          {(wiring) => <Input autoComplete="off" {...wiring} {...form.register("label")} />}
        </Field>
        <details className="rounded-lg border border-line px-4 py-3">
          <summary className="-my-1 min-h-6 rounded-sm py-1 font-medium">
            Advanced: deadline, limits, headers
          </summary>
          <div className="pt-4 pb-1">
            <AdvancedFields form={form} />
          </div>
        </details>
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={make.isPending}>
            {make.isPending ? "Creating…" : "Create webhook"}
          </Button>
          <ButtonLink href="/webhooks" look="quiet">
            Cancel
          </ButtonLink>
        </div>
      </form>
      <RequestPreview callbackUrl={callbackUrl} event={event} />
    </div>
  );
}

/** The account travels in the address, so that the form itself does not know it. */
function accountComplaint(error: Error | null): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  return error.issues?.find(({ path }) => path === "account")?.message;
}
