import { describe, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aClock } from "../../harness/clock.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { aTerminal, patiently } from "../../security/guesser.ts";
import { pairedTerminal, person, typePin } from "./together.ts";

const user = person("user");

describe.each(OLDEST)("a locked PIN in %s", (browser) => {
  test("says how to unlock it instead of counting down", async () => {
    const clock = aClock();
    const box = await aBox({ clock });
    const other = await aTerminal(box, "both");
    await patiently(clock, 10, () => other.pin(3, "8001"));
    const handheld = await aHandheld({ browser });
    await pairedTerminal(handheld, box);
    await handheld.tap(user.fullName);
    await typePin(handheld, user.pin);
    await handheld.see("This PIN is locked after too many wrong attempts.");
    await handheld.see("ask an administrator to unlock it");
    await (await box.as("admin")).put("/api/users/3/unlock");
    await typePin(handheld, user.pin);
    await handheld.see(user.fullName);
  });
});
