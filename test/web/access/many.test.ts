import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { pairedTerminal } from "./together.ts";

const SEARCH = "input[type=search]";
const namesOf = `[...document.querySelectorAll(".tiles button")].map((one) => one.innerText).join()`;

describe.each(OLDEST)("the people at a terminal in %s", (browser) => {
  test("are looked for by name from twelve on, and not among fewer", async () => {
    const server = await startServer();
    const admin = await server.as("admin");
    const hire = async (number: number) => {
      const person = { userName: `worker${number}`, firstName: `Žofie${number}`, lastName: "Malá" };
      const { status } = await admin.post("/api/users", { ...person, pin: "4711", roles: ["User"] });
      expect(status).toBe(201);
    };
    // Four of the demo may log in.
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await hire(number);
    const terminal = await openTerminal({ browser });
    await pairedTerminal(terminal, server);
    await terminal.until("document.querySelectorAll('.tiles button').length === 11");
    expect(await terminal.count(SEARCH)).toBe(0);
    await hire(8);
    await terminal.reload();
    await terminal.tap({ css: SEARCH });
    await terminal.type("mala zofie3");
    await terminal.until(`${namesOf} === "Žofie3 Malá"`);
    expect(await terminal.axe()).toEqual([]);
  });
});
