import { describe, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { keep, letIn, person } from "../access/together.ts";
import { allSent, atPlace } from "./together.ts";

describe.each(OLDEST)("a terminal in %s that was restarted", (browser) => {
  test("leads whoever counted back to their last location by one tap, and nobody else", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const [room] = stocktake.rooms;
    const restart = async () => {
      await handheld.open(`${box.url}/icon.svg`);
      await handheld.open(`${box.url}/`);
      await handheld.see(stocktake.name);
    };
    await restart();
    await handheld.seesNot("Continue at");
    await handheld.open(`${box.url}/#/count/${stocktake.oid}/${room.oid}`);
    await handheld.see("Ready to scan");
    await handheld.scan(room.single.article.code);
    await handheld.see("1 of 1");
    await allSent(handheld);
    await restart();
    await handheld.see(`Continue at ${room.name} ${stocktake.name} · last count`);
    await handheld.screenshot(`continue-${browser}`);
    await handheld.tap(new RegExp(`^Continue at ${room.name}`));
    await handheld.until(`location.hash === "#/count/${stocktake.oid}/${room.oid}"`);
    await handheld.evaluate(keep(await letIn(box, "manager")));
    await restart();
    await handheld.see(person("manager").fullName);
    await handheld.seesNot("Continue at");
    await handheld.evaluate(keep(await letIn(box, "user")));
    await (await box.as("manager")).put(`/api/inventories/${stocktake.oid}/postpone`);
    await restart();
    await handheld.see(/Spring Paused/);
    await handheld.seesNot("Continue at");
  });

  test("on a counting screen says where it counts on, until a label or the next scan is read", async () => {
    const { handheld, stocktake } = await atPlace({ browser });
    const [room, other] = stocktake.rooms;
    const line = `Continue at ${room.name}. If you are elsewhere, scan that location's label.`;
    await handheld.seesNot(line);
    await handheld.reload();
    await handheld.see(line);
    await handheld.scan(room.code);
    await handheld.see(`You are here ${room.name}`);
    await handheld.seesNot(line);
    await handheld.reload();
    await handheld.see(line);
    await handheld.scan(other.code);
    await handheld.see(`Now counting at ${other.name}`);
  });
});
