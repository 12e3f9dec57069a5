import { describe, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { createTerminalSession, person } from "../access/log-in.ts";
import { storeExpression } from "../stored-records.ts";
import { startCount, waitUntilSent } from "./count-page.ts";

describe.each(OLDEST)("a restarted terminal in %s", (browser) => {
  test("a counting screen names its location until a label is scanned; the last location is offered to the user who counted there, and to no other user", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const [room, other] = stocktake.rooms;
    const line = `Continue at ${room.name}. If you are elsewhere, scan that location's label.`;
    await terminal.seesNot(line);
    await terminal.reload();
    await terminal.see(line);
    await terminal.scan(room.code);
    await terminal.see(`You are here ${room.name}`);
    await terminal.seesNot(line);
    await terminal.reload();
    await terminal.see(line);
    await terminal.scan(other.code);
    await terminal.see(`Now counting at ${other.name}`);
    const restart = async () => {
      await terminal.open(`${server.url}/icon.svg`);
      await terminal.open(`${server.url}/`);
      await terminal.see(stocktake.name);
      // The progress comes from the server, later than the offer from the device.
      await terminal.until("/\\d/.test((document.querySelector('.list .amount') || {}).innerText)");
    };
    await restart();
    await terminal.seesNot("Continue at");
    await terminal.open(`${server.url}/#/count/${stocktake.oid}/${room.oid}`);
    await terminal.see("Ready to scan");
    await terminal.scan(room.single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    await restart();
    await terminal.see(`Continue at ${room.name} ${stocktake.name} · last count`);
    await terminal.screenshot(`continue-${browser}`);
    await terminal.tap(new RegExp(`^Continue at ${room.name}`));
    await terminal.until(`location.hash === "#/count/${stocktake.oid}/${room.oid}"`);
    await terminal.evaluate(storeExpression(await createTerminalSession(server, "manager")));
    await restart();
    await terminal.see(person("manager").fullName);
    await terminal.seesNot("Continue at");
    await terminal.evaluate(storeExpression(await createTerminalSession(server, "user")));
    await (await server.as("manager")).put(`/api/inventories/${stocktake.oid}/postpone`);
    await restart();
    await terminal.see(/Spring Paused/);
    await terminal.seesNot("Continue at");
  });
});
