import type { ComponentProps } from "react";
import { PageHeader } from "./page-header";
import { ProblemCard } from "./problem-card";

type Props = Required<Pick<ComponentProps<typeof PageHeader>, "title" | "back">> &
  ComponentProps<typeof ProblemCard>;

/** Replaces a page that failed to load: title, reason and back link. */
export function FailedPage({ title, back, ...problem }: Props) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <ProblemCard {...problem} />
    </>
  );
}
