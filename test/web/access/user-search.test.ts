import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { logInByHand, pairByAddress, person } from "./log-in.ts";

const SEARCH = "input[type=search]";
const SHOWN_NAMES = `[...document.querySelectorAll(".tiles button")].map((one) => one.innerText).join()`;

describe.each(OLDEST)("the users at a terminal in %s", (browser) => {
  test("are searched by name from twelve users on, and not below", async () => {
    const server = await startServer();
    const admin = await server.as("admin");
    const addUser = async (number: number) => {
      const person = { userName: `worker${number}`, firstName: `Žofie${number}`, lastName: "Malá" };
      const { status } = await admin.post("/api/users", { ...person, pin: "4711", roles: ["User"] });
      expect(status).toBe(201);
    };
    // Four users of the demo can log in.
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await addUser(number);
    const terminal = await openTerminal({ browser });
    await pairByAddress(terminal, server);
    await terminal.until("document.querySelectorAll('.tiles button').length === 11");
    await expect.poll(() => terminal.count(SEARCH)).toBe(0);
    await addUser(8);
    await terminal.reload();
    await terminal.tap({ css: SEARCH });
    await terminal.type("mala zofie3");
    await terminal.until(`${SHOWN_NAMES} === "Žofie3 Malá"`);
    await expect.poll(() => terminal.axe()).toEqual([]);
  });

  test("keep their places once they are shown after a login", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    const { fullName } = person("user");
    await logInByHand(terminal, server, "user");
    await terminal.evaluate(NOTE_ORDERS);
    await terminal.tap(fullName);
    await terminal.until(`(window.orders[window.orders.length - 1] || "").startsWith("${fullName}")`);
    await expect.poll(() => terminal.evaluate("window.orders.length")).toBe(1);
  });
});

/** Notes each order of the names that the page shows from now on. */
const NOTE_ORDERS = `void (() => {
  window.orders = [];
  new MutationObserver(() => {
    const shown = ${SHOWN_NAMES};
    if (shown !== "" && shown !== window.orders[window.orders.length - 1]) window.orders.push(shown);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
})()`;
