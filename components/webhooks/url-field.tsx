"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import Link from "next/link";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useCreateBin } from "@/lib/inbox/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { ReachabilityLine } from "./reachability-line";
import type { NewWebhook } from "./use-new-webhook";

type Props = { form: UseFormReturn<NewWebhook>; account: string | undefined };

/** Where events go: typed, tried, or a bin made for it. */
export function UrlField({ form, account }: Props) {
  const createBin = useCreateBin();
  const url = form.watch("callbackUrl");
  const useBin = () =>
    createBin.mutate(
      { draft: { name: "Trial" }, account },
      {
        onSuccess: (bin) =>
          form.setValue("callbackUrl", bin.url, { shouldDirty: true, shouldValidate: true }),
      },
    );
  return (
    <div className="grid gap-2">
      <Field
        label="Callback URL"
        hint="Where events are sent by POST. It is kept byte for byte, its query included."
        error={form.formState.errors.callbackUrl?.message}
      >
        {(wiring) => (
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://example.com/hooks"
            {...wiring}
            {...form.register("callbackUrl")}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-start gap-2">
        <ReachabilityLine url={url} />
        <Button size="small" disabled={createBin.isPending} onClick={useBin}>
          <Inbox aria-hidden="true" />
          Use built-in inbox
        </Button>
      </div>
      {createBin.error && (
        <p role="alert" className="text-bad text-sm">
          {createBin.error.message}
        </p>
      )}
      <TwinNotice url={url} account={account} />
    </div>
  );
}

/** Allowed, for it may be wanted; but seldom meant. */
function TwinNotice({ url, account }: { url: string; account: string | undefined }) {
  const { data } = useQuery({ ...webhookQueries.list(account), enabled: url !== "" });
  const twin = data?.find(({ callbackUrl }) => callbackUrl === url);
  if (!twin) return null;
  return (
    <Notice tone="warn" role="status" title="Another webhook has this very address">
      Each would get its events, so that the receiver gets some twice.{" "}
      <Link
        href={`/webhooks/${twin.id}/settings`}
        className="rounded-sm font-medium text-accent underline underline-offset-2"
      >
        Open the other webhook
      </Link>
    </Notice>
  );
}
