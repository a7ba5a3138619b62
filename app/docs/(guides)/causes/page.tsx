import type { Metadata } from "next";
import { causeWords } from "@/components/deliveries/causes";
import { Guide, Section } from "@/components/docs/guide";

export const metadata: Metadata = { title: "Error causes" };

export default function CausesPage() {
  return (
    <Guide
      title="Error causes"
      lead="Every attempt that fails has one of these causes: in the API as cause, in the dashboard in words."
    >
      {Object.entries(causeWords).map(([cause, { short, what, hint }]) => (
        <Section key={cause} id={cause} title={short}>
          <p>
            <code>{cause}</code>
          </p>
          <p>{what}</p>
          <p>
            <strong>What to do.</strong> {hint}
          </p>
          <p>
            <a href={`/deliveries?code=${codeOf(cause)}`}>Deliveries that failed by it</a>
          </p>
        </Section>
      ))}
    </Guide>
  );
}

/** As the address of the delivery log calls it. */
function codeOf(cause: string): string {
  return cause.replace(/^http_/, "");
}
