import type { Metadata } from "next";
import { causeAdvice } from "@/components/deliveries/cause-advice";
import { logLink } from "@/components/deliveries/log-link";
import { Guide, Section } from "@/components/docs/guide";
import { causeNames } from "@/lib/deliveries/cause-names";

export const metadata: Metadata = { title: "Error causes" };

export default function CausesPage() {
  return (
    <Guide
      title="Error causes"
      lead="Every failed attempt has one of these causes. The API names it as cause, the dashboard in words."
    >
      {Object.entries(causeAdvice).map(([cause, { what, hint }]) => (
        <Section key={cause} id={cause} title={causeNames[cause as keyof typeof causeNames]}>
          <p>
            <code>{cause}</code>
          </p>
          <p>{what}</p>
          <p>
            <strong>What to do.</strong> {hint}
          </p>
          <p>
            <a href={logLink({ cause })}>Deliveries with this cause</a>
          </p>
        </Section>
      ))}
    </Guide>
  );
}
