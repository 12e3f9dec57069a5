import type { Locale } from "../../../src/i18n/locales.ts";
import type { TestServer } from "../../harness/server.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { logInTerminal as logIn } from "../access/log-in.ts";
import { waitForArticles } from "../count/count-page.ts";
import { storedValue } from "../stored-records.ts";

interface TerminalUserOptions extends Omit<TerminalOptions, "language"> {
  readonly as?: "user" | "manager";
  readonly language?: Locale;
  /** Waits until the options of all forms are stored too, as for a test without a connection. */
  readonly goesOffline?: boolean;
}

/** Opens a paired terminal with a logged-in user, and waits until articles and locations are stored. */
export async function openTerminalAs(
  server: Pick<TestServer, "as" | "url">,
  options: TerminalUserOptions,
): Promise<Terminal> {
  const { as = "user", language = "en", goesOffline = false, ...given } = options;
  const terminal = await openTerminal({ ...given, language: "en" });
  await logIn(terminal, server, as, { language });
  await waitForArticles(terminal);
  await terminal.until(`${storedValue("locations")}.then((found) => found !== undefined)`);
  // The last of the lists that the client loads.
  if (goesOffline)
    await terminal.until(
      `${storedValue("answer 1 all /api/printingformats")}.then((found) => found !== undefined)`,
    );
  return terminal;
}
