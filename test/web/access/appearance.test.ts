import { describe, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { expectReadable } from "../touch-targets.ts";
import { logInTerminal, person } from "./log-in.ts";

const { fullName } = person("user");

describe.each(OLDEST)("the screens before the work in %s", (browser) => {
  test.each([
    ["en", "light", 360],
    ["cs", "dark", 320],
  ] as const)(
    "they have no accessibility errors, horizontal scrolling or small targets in %s, %s, %d px wide",
    async (language, theme, width) => {
      const server = await startServer();
      const open = () => openTerminal({ browser, language, theme, width });
      const openMore = async () => {
        const terminal = await open();
        await logInTerminal(terminal, server, "user", { language });
        await terminal.goTo("/more");
        return terminal;
      };
      const check = (name: string, terminal: Terminal) =>
        expectReadable(terminal, name, `${name}-${browser}-${language}-${theme}`);

      const unpaired = await open();
      await unpaired.open(`${server.url}/#/welcome`);
      await unpaired.see(/Shared terminal|Sdílený terminál/);
      await check("welcome", unpaired);

      const unlocked = await openMore();
      await unlocked.tap(/^(Switch user|Změnit uživatele)$/);
      await unlocked.see(/Who's counting|Kdo počítá/);
      await unlocked.see(fullName);
      await check("who", unlocked);
      await unlocked.tap(new RegExp(`^${fullName}`));
      await unlocked.until("document.querySelector('.pad button:enabled') !== null");
      await check("pin", unlocked);

      const locked = await openMore();
      await locked.tap(/^(Lock|Zamknout)$/);
      await locked.see(/Locked|Zamčeno/);
      await locked.see(fullName);
      await check("locked", locked);
    },
  );
});
