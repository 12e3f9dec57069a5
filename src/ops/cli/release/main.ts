import { resolve } from "node:path";
import { errorMessage } from "../../../platform/error-code.ts";
import { SignatureError, verifyBundle } from "./signature.ts";

// For install.sh, upgrade.sh and verify-bundle: `check-signature BUNDLE KEYS` ends with status 0 if one of the keys has signed the
// bundle (an archive or an unpacked one).

const [bundle = "", keys = ""] = process.argv.slice(2);
try {
  if (bundle === "" || keys === "") throw new SignatureError("name it: verify-bundle tallybox-….tar.gz");
  const path = resolve(process.env["INIT_CWD"] ?? ".", bundle);
  const fingerprint = await verifyBundle(path, resolve(keys));
  process.stdout.write(`The bundle is signed with the key ${fingerprint}.\n`);
} catch (error) {
  const reason = errorMessage(error);
  process.stderr.write(`This bundle can't be trusted: ${reason}. Nothing was changed.\n`);
  process.exitCode = 1;
}
