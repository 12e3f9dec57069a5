import { secret } from "../http/fields.ts";
import { passphraseFault } from "./passphrase-rules.ts";

/**
 * The passphrase of a backup, to the letter; in Unicode's composed form, so that another keyboard gives the same bytes.
 * A fault of the rules is that of the field.
 */
export function backupPassphrase() {
  return secret()
    .superRefine((value, context) => {
      const words = passphraseFault(value);
      if (words !== null) context.addIssue({ code: "custom", params: { words } });
    })
    .transform((value) => value.normalize("NFC"));
}
