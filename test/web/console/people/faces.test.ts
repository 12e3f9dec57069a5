import { expect, test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { aLine } from "../../../harness/line.ts";
import { atDesk } from "../at-desk.ts";

/** Each with what is there when it is complete. */
const SCREENS = [
  ["/people", "text=Ina Mala"],
  ["/people/new", "input[name=pin]"],
  ["/people/2", "input[name=pin]"],
  ["/people/devices", 'b:text("Gate 3")'],
  ["/people/pair", "svg.is-qr >> nth=0"],
  ["/me", "input[name=new] >> nth=0"],
] as const;
const WIDER = "document.documentElement.scrollWidth > innerWidth";

test.each([
  ["en", "light", 1280],
  ["cs", "dark", 360],
] as const)(
  "people and devices in %s, %s, %i pixels wide are readable and complete",
  async (language, theme, width) => {
    const box = await aBox({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
    const { body } = await (await box.as("admin")).post("/api/device-auth/generate-code");
    await box.anonymous.post("/api/device-auth/activate", { code: body.code, deviceName: "Gate 3" });
    const desk = await aDesk({ language, theme, width, height: 740 });
    await atDesk(desk, box, "admin", "/people");
    for (const [path, seen] of SCREENS) {
      await desk.page.evaluate(`void (location.hash = "${path}")`);
      await desk.page.locator(seen).waitFor();
      expect([path, await desk.axe()]).toEqual([path, []]);
      expect([path, await desk.page.evaluate(WIDER)]).toEqual([path, false]);
      await desk.screenshot(`people${path.replace(/\W/g, "-")}-${theme}`);
    }
  },
);

test("a Manager may not see them; somebody of another tenant is nobody", async () => {
  const box = await aBox();
  const desk = await aDesk();
  await atDesk(desk, box, "manager", "/people");
  await desk.page.getByText("You don't have access to this").waitFor();
  const other = await aDesk();
  await atDesk(other, box, "admin2", "/people/2");
  await other.page.getByText("This record no longer exists.").waitFor();
});

test("while the box is away what is shown says since when, and what was typed is not lost", async () => {
  const box = await aBox();
  const line = await aLine(box.url);
  const desk = await aDesk();
  await atDesk(desk, { url: line.url }, "admin", "/people/2");
  const { page } = desk;
  await page.getByLabel("First name").fill("Maxim");
  line.cut();
  await page
    .getByText(/No connection. Last updated/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The server is not responding. When it is back").waitFor();
  line.mend();
  await expect.poll(() => page.getByText(/No connection. Last updated/).count()).toBe(0);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Maxim Dvorak" }).waitFor();
});
