import type { ReactNode } from "react";

type PointProps = { mark: ReactNode; ink: string; words: ReactNode; way?: boolean };

export function Point({ mark, ink, words, way = false }: PointProps) {
  return (
    <li className="flex items-start">
      {way && <Way />}
      <span className="flex w-14 flex-col items-center gap-1 py-0.5 text-center">
        <Dot ink={ink}>{mark}</Dot>
        <span className="text-soft text-xs leading-4">{words}</span>
      </span>
    </li>
  );
}

export function Dot({ ink, children }: { ink: string; children: ReactNode }) {
  return (
    <span
      className={`grid size-6 place-items-center rounded-full border-2 bg-raised [&_svg]:size-3 ${ink}`}
    >
      {children}
    </span>
  );
}

export function Way({ children }: { children?: ReactNode }) {
  return (
    <span className="-mx-3 flex w-13 flex-col items-center whitespace-nowrap text-faint text-xs leading-3">
      <span className="h-3.5">{children}</span>
      <span aria-hidden="true" className="h-px w-full bg-field/50" />
    </span>
  );
}
