import { passphraseFault } from "../../../domain/passphrase-rules.ts";
import { secret } from "../../../http/endpoint/fields.ts";

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
