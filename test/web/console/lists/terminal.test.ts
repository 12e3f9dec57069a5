import { expect, test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { OLDEST } from "../../../harness/handheld.ts";
import { atWork, show } from "../../beyond/at-work.ts";

test.each(OLDEST)(
  "a hidden record is not offered on terminals, and the order of the lists is theirs too: %s",
  async (browser) => {
    const box = await aBox();
    const manager = await box.as("manager");
    await manager.post("/api/articledisposalreasons", { name: "Lost" });
    await manager.put("/api/articledisposalreasons/2", { position: 0 });
    await manager.put("/api/articledisposalreasons/1", { isHidden: true });
    const handheld = await atWork(box, { browser });
    await show(handheld, "/article/72/dispose");
    await handheld.until("document.querySelectorAll('select option').length > 4");
    const offered = "Array.from(document.querySelector('select').options).map((one) => one.text)";
    const [, ...names] = (await handheld.evaluate(offered)) as string[];
    expect(names).toEqual(["Obsolete", "Lost"]);
  },
);
