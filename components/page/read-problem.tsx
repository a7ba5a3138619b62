import dynamic from "next/dynamic";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import type { Failure } from "./use-stable-query";

// Not part of the first load of pages, but loaded once they are idle: when it is needed, the web process may be away.
const load = () => import("./problem-card");
const ProblemCard = dynamic(() => load().then((made) => made.ProblemCard), {
  loading: () => null,
});

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
  useIdleLoad(load);
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
