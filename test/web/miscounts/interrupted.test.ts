import { expect, test } from "vitest";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
import { STORED_DATA, startCount, typeNumber, waitOutDoubleTap, waitUntilSent } from "../count/count-page.ts";

test.each(OLDEST)(
  "a quantity that was typed but not saved before the browser was killed is not counted, in %s",
  async (browser) => {
    const profile = await createProfile();
    const { terminal, stocktake, server } = await startCount({ browser, profile });
    const { several, oid } = stocktake.rooms[0];
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await terminal.until("document.querySelector('.number-pad') !== null");
    await waitOutDoubleTap(terminal);
    await typeNumber(terminal, several.quantity);
    await terminal.until(
      `${STORED_DATA}.then((all) => JSON.parse(all).values.some((one) => Array.isArray(one) && one.some(({ text }) => text === "${several.quantity}")))`,
    );
    await terminal.kill();

    const again = await openTerminal({ browser, profile });
    await again.open(`${server.url}/#/count/${stocktake.oid}/${oid}`);
    await again.see(`Not saved: you typed ${several.quantity} for ${several.article.name}`);
    await waitUntilSent(again);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(null);
    await again.tap("Still to count");
    await again.see(several.article.code);
  },
);
