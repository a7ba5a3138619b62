"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Inbox, Radar, TriangleAlert } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Notice } from "@/components/ui/notice";
import { useCreateBin } from "@/lib/inbox/queries";
import { useCheckReachability } from "@/lib/reachability/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { CallbackUrlField } from "./callback-url-field";
import type { NewWebhook } from "./use-new-webhook";

type Props = { form: UseFormReturn<NewWebhook>; account: string | undefined };

/** Callback URL, with a reachability check and a shortcut to the built-in inbox. */
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
      <CallbackUrlField form={form} autoFocus />
      <div className="flex flex-wrap items-start gap-2">
        <ReachabilityLine url={url} />
        <Button size="small" busy={createBin.isPending} onClick={useBin}>
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

/** Duplicates are allowed, but usually a mistake. */
function TwinNotice({ url, account }: { url: string; account: string | undefined }) {
  const { data } = useQuery({ ...webhookQueries.list(account), enabled: url !== "" });
  const twin = data?.find(({ callbackUrl }) => callbackUrl === url);
  if (!twin) return null;
  return (
    <Notice tone="warn" role="status" title="Another webhook has the same URL">
      Both receive the same events, so the receiver gets some twice.{" "}
      <HoverPrefetchLink
        href={`/webhooks/${twin.id}/settings`}
        className="rounded-sm font-medium text-accent underline underline-offset-2"
      >
        Open the other webhook
      </HoverPrefetchLink>
    </Notice>
  );
}

/** Checks from the server whether the URL is reachable. The result does not block saving. */
function ReachabilityLine({ url }: { url: string }) {
  const check = useCheckReachability();
  const finding = check.variables === url ? check.data : undefined;
  const error = check.variables === url ? check.error : null;
  const Icon = finding?.reachable ? CircleCheck : TriangleAlert;
  return (
    <>
      <Button
        size="small"
        disabled={!URL.canParse(url)}
        busy={check.isPending}
        onClick={() => check.mutate(url)}
      >
        <Radar aria-hidden="true" />
        {check.isPending ? "Checking…" : "Check now"}
      </Button>
      <p role="status" className="order-last min-h-5 w-full text-sm empty:hidden">
        {finding && (
          <span className="flex items-start gap-1.5">
            <Icon
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${finding.reachable ? "text-good" : "text-warn"}`}
            />
            {finding.message}
          </span>
        )}
        {error && <span className="text-bad">{error.message}</span>}
      </p>
    </>
  );
}
