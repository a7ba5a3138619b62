import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  info: { shape: "border-line bg-sunken", ink: "text-soft", icon: Info },
  good: { shape: "border-good/30 bg-good-wash", ink: "text-good", icon: CircleCheck },
  warn: { shape: "border-warn/30 bg-warn-wash", ink: "text-warn", icon: TriangleAlert },
  bad: { shape: "border-bad/30 bg-bad-wash", ink: "text-bad", icon: CircleAlert },
} as const satisfies Record<string, { shape: string; ink: string; icon: LucideIcon }>;

type Props = {
  tone?: keyof typeof tones;
  title?: ReactNode;
  role?: "alert" | "status";
  children?: ReactNode;
};

export function Notice({ tone = "info", title, role, children }: Props) {
  const { shape, ink, icon: Icon } = tones[tone];
  return (
    <div role={role} className={`flex gap-2.5 rounded-lg border px-3.5 py-3 ${shape}`}>
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-soft text-sm">{children}</div>}
      </div>
    </div>
  );
}
