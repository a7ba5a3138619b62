import { SampleOffer } from "@/components/sample/sample-offer";
import { Checklist } from "./checklist";
import { SeeItWork } from "./see-it-work";

/** What an installation without webhooks shows: a demonstration, the first steps, and sample data. */
export function FirstDay() {
  return (
    <>
      <SeeItWork place="overview" />
      <Checklist />
      <SampleOffer />
    </>
  );
}
