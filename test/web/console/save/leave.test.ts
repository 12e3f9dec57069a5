import { expect, test } from "vitest";
import { atArticles, edit, soon } from "../articles/together.ts";

test("whoever leaves a changed form is asked once, on whichever way; staying keeps form and history as they were", async () => {
  const { page } = await atArticles("/articles?q=A00007&sort=code");
  await page.getByRole("link", { name: "A000072" }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await edit(page);
  await name.fill("Half");
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  const ways = [
    () => page.goBack(),
    () => page.getByRole("link", { name: "Locations" }).click(),
    () => page.evaluate("void location.replace('#/articles/73')"),
  ];
  for (const leave of ways) {
    await leave();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await soon(() => page.url()).toMatch(/#\/articles\/72$/);
    expect(await name.inputValue()).toBe("Half");
  }
  await page.goBack();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await page.waitForURL("**/console#/articles?q=A00007&sort=code");
  await page.getByRole("link", { name: "A000072" }).click();
  await edit(page);
  expect(await name.inputValue()).toBe("Armchair swivel");
});

test("the browser asks before the tab ends with a changed form; with an unchanged or saved one nobody is asked", async () => {
  const { page } = await atArticles("/articles/72");
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked++;
    return dialog.accept();
  });
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await edit(page);
  await name.fill("Half");
  await name.fill("Armchair swivel");
  await page.reload();
  expect(asked).toBe(0);
  await edit(page);
  await name.fill("Half");
  await page.reload();
  expect(asked).toBe(1);
  await edit(page);
  await name.fill("Whole");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Article saved").waitFor();
  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("heading", { name: "Whole" }).waitFor({ state: "detached" });
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("the question offers to save: what is saved is left, and a refused save stays on the screen with its reason", async () => {
  const { server, page } = await atArticles("/articles/72");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  await edit(page);
  await name.fill("");
  await page.getByRole("link", { name: "Locations" }).click();
  await question.getByRole("button", { name: "Save", exact: true }).click();
  await question.waitFor({ state: "detached" });
  await page.locator(".fault").first().waitFor();
  expect(page.url()).toMatch(/#\/articles\/72$/);

  await name.fill("Saved on the way");
  await page.getByRole("link", { name: "Locations" }).click();
  await question.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Locations", level: 1 }).waitFor();
  expect((await (await server.as("manager")).get("/api/articles/72")).body.name).toBe("Saved on the way");
});
