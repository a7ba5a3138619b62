import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { type CurlRequest, PermittedCurl } from "./curl";

type Props = {
  icon: LucideIcon;
  title: string;
  sentence: ReactNode;
  action?: ReactNode;
  /** The equivalent API call, shown to roles that may run it. */
  curl?: CurlRequest;
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
        {curl && <PermittedCurl {...curl} />}
      </div>
    </div>
  );
}
