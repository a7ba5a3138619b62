import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { VerifySnippetTabs } from "@/components/snippets/verify-snippet-tabs";
import { SigningPanel } from "@/components/webhooks/signing-panel";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { secretsApi } from "@/lib/secrets/contract";
import { secretQueries } from "@/lib/secrets/queries";
import { listSecrets } from "@/lib/secrets/valid-secrets";
import { titleOf } from "../title-of";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  titleOf(params, "Signing");

export default async function WebhookSigningPage({ params }: Props) {
  const ctx = await pageContext("webhooks:read");
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, secretQueries.list(id), secretsApi.list, listSecrets(ctx, id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <SigningPanel id={id} snippets={<VerifySnippetTabs />} />
    </HydrationBoundary>
  );
}
