import { expect, test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { atDesk } from "../at-desk.ts";

test.each([
  ["en-US", /\d (AM|PM)/],
  ["en-GB", /^\d{1,2}:\d{2}$/],
  ["en", /^\d{1,2}:\d{2}$/],
  ["cs-CZ", /^\d{1,2}:\d{2}$/],
])("times follow the region of a browser in %s, else they have 24 hours", async (locale, form) => {
  const box = await aBox();
  await (await box.as("manager")).post("/api/locations", { name: "Annexe" });
  const desk = await aDesk({ locale });
  await atDesk(desk, box, "admin", "/system/audit");
  const time = desk.page.getByRole("row", { name: /Annexe/ }).getByText(/^\d{1,2}:\d{2}/);
  expect((await time.first().innerText()).replace(/\s/g, " ")).toMatch(form);
});
