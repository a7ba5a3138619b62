"use client";

import { Field } from "@/components/form/field";
import { Select } from "@/components/ui/input";

const days = [30, 90, 365];
const dayMs = 86_400_000;

type Props = { onChange: (expiresAt: string | undefined) => void; error: string | undefined };

/** Until when the key works. */
export function ExpiryField({ onChange, error }: Props) {
  const choose = (value: string) =>
    onChange(value ? new Date(Date.now() + Number(value) * dayMs).toISOString() : undefined);
  return (
    <Field label="Expires" hint="A key that ends by itself need not be remembered." error={error}>
      {(wiring) => (
        <Select {...wiring} onChange={({ target }) => choose(target.value)}>
          <option value="">Never</option>
          {days.map((count) => (
            <option key={count} value={count}>
              In {count} days
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
