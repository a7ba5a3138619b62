import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { TextField } from "@/components/form/text-field";
import { escapeUnseen } from "@/lib/format";

type WithUrl = FieldValues & { callbackUrl: string };

type Props<T extends WithUrl> = { form: UseFormReturn<T>; autoFocus?: boolean };

/** Callback URL of a new or existing webhook. */
export function CallbackUrlField<T extends WithUrl>({ form, autoFocus = false }: Props<T>) {
  const { message } = form.formState.errors.callbackUrl ?? {};
  return (
    <div className="grid gap-2">
      <TextField
        label="Callback URL"
        hint="Receives events by POST. Stored exactly as entered, including the query."
        error={typeof message === "string" ? message : undefined}
        type="url"
        autoFocus={autoFocus}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/hooks"
        {...form.register("callbackUrl" as Path<T>)}
      />
      <UnseenNote url={form.watch("callbackUrl" as Path<T>)} />
    </div>
  );
}

/** Shows invisible characters of a URL, which a field does not. */
function UnseenNote({ url }: { url: string }) {
  const shown = escapeUnseen(url);
  return (
    <p role="status" className="wrap-anywhere text-sm text-warn empty:hidden">
      {shown !== url && (
        <>
          This URL contains invisible characters: <code className="font-mono text-xs">{shown}</code>
        </>
      )}
    </p>
  );
}
