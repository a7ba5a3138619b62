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
  /** Where it stands over earlier data: at the bottom of the screen, or above the positioned element that contains it. */
  place?: keyof typeof places;
};

const places = {
  screen: "fixed inset-x-4 bottom-20 mx-auto max-w-xl md:bottom-6 md:left-58",
  above: "absolute bottom-full mb-2 w-max max-w-[min(36rem,calc(100vw-2rem))]",
};

/**
 * Reports that data could not be read. Over the page where earlier data is shown, so that no button moves under the pointer;
 * else in its place.
 */
export function ReadProblem({ what, failure, hasData, place = "screen" }: Props) {
  useIdleLoad(load);
  if (!failure) return null;
  if (!hasData) return <ProblemCard what={`${what} could not be loaded`} {...failure} />;
  return (
    <div
      data-over-page={place === "screen" || undefined}
      className={`pointer-events-none z-40 print:hidden ${places[place]}`}
    >
      <div className="pointer-events-auto rounded-lg bg-raised shadow-high">
        <ProblemCard what={`${what} could not be refreshed`} {...failure} />
      </div>
    </div>
  );
}
