import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { originHere } from "@/app/origin";
import { Title } from "@/components/docs/guide";
import { OperationSection } from "@/components/docs/operation";
import { reference } from "../../reference";

/** Groups are static, so an unknown one returns 404 before anything is streamed. */
export const dynamicParams = false;

export function generateStaticParams() {
  return reference().groups.map(({ slug }) => ({ group: slug }));
}

type Props = { params: Promise<{ group: string }> };

async function groupOf({ params }: Props) {
  const { group: slug } = await params;
  const { groups, resolve } = reference();
  return { group: groups.find((one) => one.slug === slug) ?? notFound(), resolve };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await groupOf(props)).group.title };
}

export default async function GroupPage(props: Props) {
  const { group, resolve } = await groupOf(props);
  const origin = await originHere();
  return (
    <article>
      <Title lead={group.lead}>{group.title}</Title>
      {group.operations.map((operation) => (
        <OperationSection key={operation.id} {...{ operation, resolve, origin }} />
      ))}
    </article>
  );
}
