import { ProblemCard } from "./problem-card";
import type { Failure } from "./use-stable-query";

type Props = {
  /** In the plural, such as "Webhooks". */
  what: string;
  failure: Failure | null | undefined;
  /** Whether earlier data is shown. */
  hasData: boolean;
};

/**
 * Reports that data could not be read. Over the page where earlier data is shown, so that no button moves under the pointer;
 * else in its place.
 */
export function ReadProblem({ what, failure, hasData }: Props) {
  if (!failure) return null;
  if (!hasData) return <ProblemCard what={`${what} could not be loaded`} {...failure} />;
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-20 z-40 mx-auto max-w-xl md:bottom-6 print:hidden">
      <div className="pointer-events-auto rounded-lg bg-raised shadow-high">
        <ProblemCard what={`${what} could not be refreshed`} {...failure} />
      </div>
    </div>
  );
}
