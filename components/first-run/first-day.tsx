import { ChartColumn } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { SampleOffer } from "@/components/sample/sample-offer";
import { useMay } from "@/lib/session/queries";
import { Checklist } from "./checklist";
import { SeeItWork } from "./see-it-work";

/** What an installation without webhooks shows: a demonstration, the first steps, and sample data. */
export function FirstDay() {
  const may = useMay("webhooks:write");
  if (!may) return <NoWebhooks />;
  return (
    <>
      <SeeItWork place="overview" />
      <Checklist />
      <SampleOffer />
    </>
  );
}

/** For a role that cannot take the first steps. */
function NoWebhooks() {
  return (
    <EmptyState
      icon={ChartColumn}
      title="No webhooks yet"
      sentence="Figures appear once an administrator or operator has created a webhook and events are published. Your role is read-only."
    />
  );
}
