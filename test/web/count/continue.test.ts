import { describe, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { keep, letIn, person } from "../access/together.ts";
import { allSent, startCount } from "./together.ts";

describe.each(OLDEST)("a terminal in %s that was restarted", (browser) => {
  test("leads whoever counted back to their last location by one tap, and nobody else", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const [room] = stocktake.rooms;
    const restart = async () => {
      await terminal.open(`${server.url}/icon.svg`);
      await terminal.open(`${server.url}/`);
      await terminal.see(stocktake.name);
    };
    await restart();
    await terminal.seesNot("Continue at");
    await terminal.open(`${server.url}/#/count/${stocktake.oid}/${room.oid}`);
    await terminal.see("Ready to scan");
    await terminal.scan(room.single.article.code);
    await terminal.see("1 of 1");
    await allSent(terminal);
    await restart();
    await terminal.see(`Continue at ${room.name} ${stocktake.name} · last count`);
    await terminal.screenshot(`continue-${browser}`);
    await terminal.tap(new RegExp(`^Continue at ${room.name}`));
    await terminal.until(`location.hash === "#/count/${stocktake.oid}/${room.oid}"`);
    await terminal.evaluate(keep(await letIn(server, "manager")));
    await restart();
    await terminal.see(person("manager").fullName);
    await terminal.seesNot("Continue at");
    await terminal.evaluate(keep(await letIn(server, "user")));
    await (await server.as("manager")).put(`/api/inventories/${stocktake.oid}/postpone`);
    await restart();
    await terminal.see(/Spring Paused/);
    await terminal.seesNot("Continue at");
  });

  test("on a counting screen says where it counts on, until a label or the next scan is read", async () => {
    const { terminal, stocktake } = await startCount({ browser });
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
  });
});
