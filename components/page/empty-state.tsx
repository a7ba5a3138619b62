import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Curl } from "./curl";

type Props = {
  icon: LucideIcon;
  title: string;
  sentence: ReactNode;
  action?: ReactNode;
  /** Request line and body of the equivalent API call. */
  curl?: string;
};

/** Empty state of a list: a sentence, an action and a curl command. */
export function EmptyState({ icon: Icon, title, sentence, action, curl }: Props) {
  return (
    <div className="rounded-lg border border-line bg-raised px-5 py-12 shadow-low sm:px-8">
      <div className="mx-auto flex max-w-xl flex-col items-center text-center">
        <span className="grid size-10 place-items-center rounded-lg bg-accent-wash text-accent">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <h2 className="mt-4 text-balance font-semibold text-lg">{title}</h2>
        <p className="mt-1 text-balance text-soft">{sentence}</p>
        {action && <div className="mt-5">{action}</div>}
        {curl && (
          <div className="mt-6 w-full text-left">
            <Curl request={curl} />
          </div>
        )}
      </div>
    </div>
  );
}
