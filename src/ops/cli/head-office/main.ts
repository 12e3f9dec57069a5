import { Client } from "pg";
import { connectionOf } from "../../../head-office/connection.ts";
import { causeOf } from "../../../head-office/errors.ts";
import { SetupError, setUpOffice } from "../../../head-office/setup.ts";
import { textIn } from "../../../i18n/text.ts";
import { officeUrl } from "../../../platform/office-address.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { usageError } from "../../command-line.ts";
import { linesOf } from "./lines.ts";

// Program of scripts/head-office.

const USAGE =
  "HEAD_OFFICE_URL=postgres://user:password@host:5432/database scripts/head-office, where the user may act as the owner of the tables";

/** Sets up the head office of HEAD_OFFICE_URL. The password is never an argument: other users see those. */
async function setUp(environment: NodeJS.ProcessEnv): Promise<void> {
  const url = officeUrl.safeParse(environment["HEAD_OFFICE_URL"]);
  if (process.argv.length > 2 || !url.success)
    throw usageError("HEAD_OFFICE_URL is missing or wrong.", USAGE);
  const client = new Client(
    connectionOf({ ...url.data, caFile: environment["HEAD_OFFICE_CA_FILE"] ?? null }),
  );
  try {
    await client.connect();
    const setup = await setUpOffice(client, new AbortController().signal);
    for (const line of linesOf(setup)) process.stdout.write(`${line}\n`);
  } finally {
    await client.end();
  }
}

try {
  await setUp(process.env);
} catch (error) {
  const isClear = error instanceof StartupError || error instanceof SetupError;
  process.stderr.write(`${isClear ? error.message : textIn(causeOf(error), "en")}\n`);
  process.exitCode = 1;
}
