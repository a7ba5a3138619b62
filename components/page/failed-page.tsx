import type { ComponentProps } from "react";
import { PageHeader } from "./page-header";
import { ProblemCard } from "./problem-card";

type Props = Pick<ComponentProps<typeof PageHeader>, "title"> & ComponentProps<typeof ProblemCard>;

/** Replaces a page that failed to load: its title, and the reason. */
export function FailedPage({ title, ...problem }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <ProblemCard {...problem} />
    </>
  );
}
