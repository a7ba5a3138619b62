import { CopyButton } from "@/components/ui/copy-button";

/** In the panel; the page of such an id has the same words. */
export function DeliveryGone({ id }: { id: string }) {
  return (
    <div role="alert" className="px-2 py-10 text-center">
      <h2 className="font-semibold text-lg">No delivery with this id</h2>
      <p className="mt-1 text-soft">
        It may be older than the log is kept, or belong to another account.
      </p>
      <p className="mt-2 flex items-center justify-center gap-1">
        <code className="wrap-anywhere font-mono text-xs">{id}</code>
        <CopyButton text={id} label="Copy delivery id" />
      </p>
    </div>
  );
}
