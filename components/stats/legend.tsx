import type { ReactNode } from "react";

/** Legend of colours and hatching. Figures are also shown in words. */
export function Legend({ className = "" }: { className?: string }) {
  return (
    <ul aria-hidden="true" className={`flex gap-4 text-soft text-sm ${className}`}>
      <Key shape="bg-plot-delivered">Delivered</Key>
      <Key shape="bg-plot-retrying">To be retried</Key>
      <Key shape="bg-plot-failed bg-[repeating-linear-gradient(135deg,transparent_0_2px,var(--color-raised)_2px_3px)]">
        Failed
      </Key>
    </ul>
  );
}

function Key({ shape, children }: { shape: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span className={`size-2.5 rounded-xs forced-color-adjust-none ${shape}`} />
      {children}
    </li>
  );
}
