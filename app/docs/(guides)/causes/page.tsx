import type { Metadata } from "next";
import { causeMeanings } from "@/components/deliveries/cause-meanings";
import { causeRemedies } from "@/components/deliveries/cause-remedies";
import { logLink } from "@/components/deliveries/log-link";
import { Guide, Section } from "@/components/docs/guide";
import { causeNames } from "@/lib/deliveries/cause-names";

const causes = Object.keys(causeMeanings) as (keyof typeof causeMeanings)[];

export const metadata: Metadata = { title: "Error causes" };

export default function CausesPage() {
  return (
    <Guide
      title="Error causes"
      lead="Every failed attempt has one of these causes. The API names it as cause, the dashboard in words."
    >
      {causes.map((cause) => (
        <Section key={cause} id={cause} title={causeNames[cause]}>
          <p>
            <code>{cause}</code>
          </p>
          <p>{causeMeanings[cause]}</p>
          <p>
            <strong>What to do.</strong> {causeRemedies[cause]}
          </p>
          <p>
            <a href={logLink({ cause })}>Deliveries with this cause</a>
          </p>
        </Section>
      ))}
    </Guide>
  );
}
