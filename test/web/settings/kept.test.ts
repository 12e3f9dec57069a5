import { describe, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";

describe.each(OLDEST)("what is kept in %s", (browser) => {
  test.each([
    [true, "The browser has promised to keep what is stored here."],
    [false, "The browser may clear what is stored here when the device runs out of space."],
  ])("is as safe as the browser says when it is asked (%s)", async (answer, words) => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await handheld.beforeLoad(`StorageManager.prototype.persist = async () => ${answer};`);
    await handheld.open(`${box.url}/#/settings/storage`);
    await handheld.see(words);
    await handheld.see(/\d MB used of [\d,]+ MB/);
  });

  test("is not promised over plain HTTP, where nobody can ask", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser, secure: false });
    await handheld.open(`${box.url}/#/settings/storage`);
    await handheld.see("Over plain HTTP the browser cannot be asked");
  });
});
