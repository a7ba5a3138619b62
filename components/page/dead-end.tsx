import type { ReactNode } from "react";
import { buttonShape } from "@/components/ui/button-shape";

type DeadEndLink = { href: string; name: string };
type Props = {
  code: 403 | 404;
  title: string;
  sentence: ReactNode;
  /** Links to other pages, the likeliest first. */
  ways?: readonly DeadEndLink[];
};

const anywhere: DeadEndLink[] = [
  { href: "/", name: "Go to overview" },
  { href: "/deliveries", name: "Deliveries" },
];

/** Page for 403 and 404, with links to other pages. */
export function DeadEnd({ code, title, sentence, ways = anywhere }: Props) {
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <p className="font-medium text-faint text-sm">{code}</p>
      <h1 className="mt-1 font-semibold text-xl tracking-tight">{title}</h1>
      <div className="mt-1 wrap-anywhere text-soft">{sentence}</div>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {ways.map(({ href, name }, n) => (
          <a key={href} href={href} className={buttonShape(n === 0 ? { look: "primary" } : {})}>
            {name}
          </a>
        ))}
      </div>
    </div>
  );
}
