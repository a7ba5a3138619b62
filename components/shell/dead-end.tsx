import { buttonShape } from "@/components/ui/button-shape";

type Props = { code: 403 | 404; title: string; sentence: string };

/** An address that leads nowhere, or not this person; and where to go instead. */
export function DeadEnd({ code, title, sentence }: Props) {
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <p className="font-medium text-faint text-sm">{code}</p>
      <h1 className="mt-1 font-semibold text-xl tracking-tight">{title}</h1>
      <p className="mt-1 text-soft">{sentence}</p>
      <div className="mt-6 flex justify-center gap-2">
        <a href="/" className={buttonShape({ look: "primary" })}>
          To the start page
        </a>
        <a href="/deliveries" className={buttonShape({})}>
          Deliveries
        </a>
      </div>
    </div>
  );
}
