import { TextField, type TextFieldProps } from "./field.tsx";

interface PasswordFieldProps
  extends Omit<TextFieldProps, "type" | "autocomplete" | "inputMode" | "value" | "onValue"> {
  /** Default: a password or passphrase. */
  readonly kind?: "password" | "pin";
  /** For a secret that is being set, so that the browser does not fill in the old one. */
  readonly isNew?: boolean;
}

/** A password, passphrase or PIN. No state holds its value: forms read it from the DOM. */
export function PasswordField({ kind = "password", isNew = false, ...field }: PasswordFieldProps) {
  const isPin = kind === "pin";
  return (
    <TextField
      {...field}
      type="password"
      // A saved password must not be filled in as the PIN.
      autocomplete={isNew ? "new-password" : isPin ? "off" : "current-password"}
      inputMode={isPin ? "numeric" : "text"}
    />
  );
}
