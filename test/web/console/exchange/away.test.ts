import { expect, test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { aLine } from "../../../harness/line.ts";
import { check } from "../../../import/uploads.ts";
import { atDesk } from "../at-desk.ts";

const FILE = "Path\nHall 9";

test.each([
  ["has done it and was restarted", true, "This import was completed at"],
  ["was restarted before", false, "Nothing was imported."],
] as const)(
  "the box goes away in the middle of applying; that it %s is told when it is back",
  async (_, isApplied, told) => {
    const box = await aBox();
    const line = await aLine(box.url);
    const { port } = new URL(box.url);
    const admin = await box.as("admin");
    const { body } = await check(admin, "locations", FILE);
    const desk = await aDesk();
    await atDesk(desk, { url: line.url }, "admin", `/exchange/${body.id}`);
    const { page } = desk;
    await page.getByRole("button", { name: "Import all 1 row" }).click();
    if (isApplied) line.loseAnswers();
    else line.cut();
    await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The outcome of the import will be shown here when it is back.").waitFor();
    if (isApplied) await applied();
    await box.restart({ PORT: port });
    line.mend();
    await page.getByText(told).waitFor();
    const { text } = await (await box.as("admin")).get("/api/locations");
    expect(text.includes("Hall 9")).toBe(isApplied);

    async function applied(): Promise<void> {
      while ((await admin.get(`/api/imports/${body.id}`)).body.state !== "applied");
    }
  },
);

test("only the connection breaks: the import goes on, and its end is told", async () => {
  const box = await aBox();
  const line = await aLine(box.url);
  const { body } = await check(await box.as("admin"), "locations", FILE);
  const desk = await aDesk();
  await atDesk(desk, { url: line.url }, "admin", `/exchange/${body.id}`);
  const { page } = desk;
  await page.getByRole("button", { name: "Import all 1 row" }).click();
  line.loseAnswers();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("The outcome of the import will be shown here").waitFor();
  expect(await page.getByText("Import completed.").count()).toBe(0);
  line.mend();
  await page.getByText("Import completed.").waitFor();
});
