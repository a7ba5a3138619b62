import type { ComponentProps } from "react";
import { PageHeader } from "./page-header";
import { ProblemCard } from "./problem-card";

type Props = Required<Pick<ComponentProps<typeof PageHeader>, "title" | "back">> &
  ComponentProps<typeof ProblemCard>;

/** A page whose thing could not be read: where one is, why nothing is shown, and the way back. */
export function FailedPage({ title, back, ...problem }: Props) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <ProblemCard {...problem} />
    </>
  );
}
