import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { logInTerminal } from "../access/log-in.ts";

describe.each(OLDEST)("stocktakes with somebody who is to count, in %s", (browser) => {
  test("are first in the list of the person, and name the person to others", async () => {
    const server = await startServer();
    const { body } = await server.manager.post("/api/inventories", {
      name: "Assigned",
      counterId: 3,
      locationIds: [3],
    });
    for (const transition of ["prepare", "start"])
      expect((await server.manager.put(`/api/inventories/${body.oid}/${transition}`)).status).toBe(200);
    const rows = async (userName: string) => {
      const terminal = await openTerminal({ browser, width: 360 });
      await logInTerminal(terminal, server, userName, { language: "en" });
      await terminal.until("/Assigned/.test(document.body.innerText)");
      await terminal.screenshot(`assigned-${userName}-${browser}`);
      return terminal.evaluate(
        "[...document.querySelectorAll('.list li .main')].map((row) => row.innerText)",
      ) as Promise<readonly string[]>;
    };
    const own = await rows("user");
    expect(own[0]).toMatch(/^Assigned\s+For you\s+In progress/);
    const others = await rows("both");
    expect(others[0]).not.toContain("Assigned");
    expect(others.find((row) => row.startsWith("Assigned"))).toContain("For Uma Svoboda");
  });
});
