"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { AccountSelect } from "@/components/accounts/account-select";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { eventNames } from "@/db/enums";
import { Problem } from "@/lib/protocol/problem";
import type { WebhookDraft } from "@/lib/webhooks/contract";
import { useCreateWebhook } from "@/lib/webhooks/queries";
import { RequestPreview } from "./request-preview";
import { WebhookFields } from "./webhook-fields";

const resolver = lateResolver<WebhookDraft>(
  async () => (await import("@/lib/webhooks/contract")).WebhookDraft,
);

export function NewWebhookForm() {
  const router = useRouter();
  const create = useCreateWebhook();
  const [account, setAccount] = useState<string>();
  const form = useForm<WebhookDraft>({
    resolver,
    defaultValues: { callbackUrl: "", events: [] },
    shouldFocusError: false,
  });

  const submit = form.handleSubmit((draft) =>
    create.mutate(
      { draft, account },
      {
        onSuccess: ({ id }) => router.push(`/webhooks/${id}/test?created=1`),
        onError: (error) => showProblem(form, error),
      },
    ),
  );
  const [callbackUrl, [event = eventNames[2]]] = form.watch(["callbackUrl", "events"]);
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,48rem)_minmax(26rem,36rem)]">
      <form onSubmit={(event) => void submit(event)} noValidate className="grid min-w-0 gap-6">
        <FormErrors form={form} />
        <AccountSelect
          value={account}
          onChange={(chosen) => setAccount(chosen ?? undefined)}
          hint="Whose events it gets."
          error={accountComplaint(create.error)}
        />
        <WebhookFields form={form} />
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={create.isPending || create.isSuccess}>
            {create.isPending ? "Creating…" : "Create webhook"}
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
