import type { ComponentProps } from "react";
import { TextField } from "@/components/form/text-field";

/** E-mail address that identifies a user, as password managers expect it. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, "label">) {
  return <TextField label="E-mail" type="email" name="email" autoComplete="username" {...props} />;
}
