import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { pairedTerminal } from "./together.ts";

const SEARCH = "input[type=search]";
const namesOf = `[...document.querySelectorAll(".tiles button")].map((one) => one.innerText).join()`;

describe.each(OLDEST)("the people at a terminal in %s", (browser) => {
  test("are looked for by name from twelve on, and not among fewer", async () => {
    const box = await aBox();
    const admin = await box.as("admin");
    const hire = async (number: number) => {
      const person = { userName: `worker${number}`, firstName: `Žofie${number}`, lastName: "Malá" };
      const { status } = await admin.post("/api/users", { ...person, pin: "4711", roles: ["User"] });
      expect(status).toBe(201);
    };
    // Four of the demo may log in.
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await hire(number);
    const handheld = await aHandheld({ browser });
    await pairedTerminal(handheld, box);
    await handheld.until("document.querySelectorAll('.tiles button').length === 11");
    expect(await handheld.count(SEARCH)).toBe(0);
    await hire(8);
    await handheld.reload();
    await handheld.tap({ css: SEARCH });
    await handheld.type("mala zofie3");
    await handheld.until(`${namesOf} === "Žofie3 Malá"`);
    expect(await handheld.axe()).toEqual([]);
  });
});
