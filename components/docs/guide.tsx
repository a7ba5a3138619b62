import type { ReactNode } from "react";

/** Header of every page. */
export function Title({ children, lead }: { children: ReactNode; lead: ReactNode }) {
  return (
    <header className="max-w-[44rem] pt-10 pb-6 lg:pt-14">
      <h1 className="font-semibold text-[1.875rem] leading-9 tracking-tight">{children}</h1>
      <p className="mt-3 text-lg text-soft leading-7">{lead}</p>
    </header>
  );
}

/** A guide page. */
export function Guide({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <article>
      <Title lead={lead}>{title}</Title>
      <div className="max-w-[44rem]">{children}</div>
    </article>
  );
}

export function Section({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className="scroll-mt-16 pt-8">
      <h2 className="wrap-anywhere font-semibold text-xl tracking-tight">
        <a href={`#${id}`} className="rounded hover:underline">
          {title}
        </a>
      </h2>
      <div className="prose mt-3 space-y-4">{children}</div>
    </section>
  );
}

/** A table in the width of the text; scrolls inside its region on a phone. */
export function Table({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: string[];
  rows: ReactNode[][];
}) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus for keyboard users
      tabIndex={0}
      aria-label={caption}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full text-left text-base">
        <thead className="border-line border-b bg-sunken text-faint text-sm">
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" className="px-3.5 py-2 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order
            <tr key={row} className="align-top">
              {cells.map((cell, n) => (
                <td
                  key={head[n]}
                  className="not-first:wrap-anywhere px-3.5 py-2.5 sm:first:whitespace-nowrap first:[&_code]:whitespace-nowrap"
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
