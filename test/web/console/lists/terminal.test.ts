import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { OLDEST } from "../../../harness/terminal.ts";
import { openTerminalAs } from "../../beyond/open-terminal.ts";

test.each(OLDEST)(
  "terminals offer no hidden record, and have the order of the lists: %s",
  async (browser) => {
    const server = await startServer();
    await server.manager.post("/api/articledisposalreasons", { name: "Lost" });
    await server.manager.put("/api/articledisposalreasons/2", { position: 0 });
    await server.manager.put("/api/articledisposalreasons/1", { isHidden: true });
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72/dispose");
    await terminal.until("document.querySelector('select') !== null");
    const offered = "Array.from(document.querySelector('select').options).slice(1).map((one) => one.text)";
    await expect.poll(() => terminal.evaluate(offered)).toEqual(["Obsolete", "Lost"]);
  },
);
