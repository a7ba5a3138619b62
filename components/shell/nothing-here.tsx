import { ButtonLink } from "@/components/ui/button";

type Props = { title: string; sentence: string };

/** An address that leads nowhere, and where to go instead. */
export function NothingHere({ title, sentence }: Props) {
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <p className="font-medium text-faint text-sm">404</p>
      <h1 className="mt-1 font-semibold text-xl tracking-tight">{title}</h1>
      <p className="mt-1 text-soft">{sentence}</p>
      <div className="mt-6 flex justify-center gap-2">
        <ButtonLink href="/webhooks" look="primary">
          Go to webhooks
        </ButtonLink>
        <ButtonLink href="/deliveries">Deliveries</ButtonLink>
      </div>
    </div>
  );
}
