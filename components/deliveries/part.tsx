import type { ReactNode } from "react";

type Props = { name: string; level?: "h2" | "h4"; children: ReactNode };

/** A titled section of an attempt. */
export function Part({ name, level: Title = "h4", children }: Props) {
  return (
    <div className="min-w-0">
      <Title className="mb-1.5 font-medium text-sm text-soft">{name}</Title>
      {children}
    </div>
  );
}
