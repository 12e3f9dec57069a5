import { beforeAll, expect, test } from "vitest";
import type { ConsoleOptions } from "../../../harness/console.ts";
import { sharedServer } from "../../../harness/server.ts";
import { addTo, closeWithCommittee } from "../../../inventories/seal/addenda.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openConsoleAs } from "../log-in.ts";
import { drawSignature } from "./signature.ts";

// Signatures on the screen and corrections, beside the sealed record of a closed stocktake.

const server = sharedServer();

async function openClosed(id: number, options: ConsoleOptions = {}) {
  const opened = await openConsoleAs("manager", `/stocktakes/${id}`, { server, ...options });
  const title = options.language === "cs" ? "Zapečetěný záznam" : "Sealed record";
  const card = opened.page.getByRole("region", { name: title });
  await card.waitFor();
  const { page } = opened;
  const field = page.locator("dialog svg[role=img]");
  return { ...opened, card, field, draw: () => drawSignature(page) };
}

test("a signature that is drawn on the pad is listed with its moment, and sealed", async () => {
  const id = await closeWithCommittee(server, "Drawn");
  const { page, card, draw } = await openClosed(id);
  await card.getByRole("button", { name: "Sign: Petr Žák" }).click();
  const sign = page.getByRole("dialog").getByRole("button", { name: "Sign", exact: true });
  await expect.poll(() => sign.isDisabled()).toBe(true);
  await draw();
  await sign.click();
  await card.getByText("1. Signature of Petr Žák").waitFor();
  await card.getByText(/^Signed /).waitFor();
  const { body } = await server.manager.get(`/api/inventories/${id}/addenda`);
  expect(body.signers[0].addendum).toBe(1);
});

test("a person with an account confirms the signature by PIN at the login of another one", async () => {
  const committee = [{ role: "chair", userId: 3 }];
  const id = await closeWithCommittee(server, "By PIN", { purpose: "extraordinary", committee });
  const { page, card, draw } = await openClosed(id);
  await card.getByRole("button", { name: "Sign: Uma Svoboda" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("PIN or password of Uma Svoboda").fill("3333");
  await draw();
  await dialog.getByRole("button", { name: "Sign", exact: true }).click();
  await card
    .getByText(/at the login of Max Dvorak · confirmed by the person's PIN/)
    .first()
    .waitFor();
});

test("a signature that was not confirmed can be followed by a confirmed one", async () => {
  const committee = [{ role: "chair", userId: 3 }];
  const id = await closeWithCommittee(server, "Later by PIN", { purpose: "extraordinary", committee });
  await addTo(server.manager, id);
  const { page, card, draw } = await openClosed(id);
  const sign = card.getByRole("button", { name: "Sign: Uma Svoboda" });
  await sign.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("PIN or password of Uma Svoboda").fill("3333");
  await draw();
  await dialog.getByRole("button", { name: "Sign", exact: true }).click();
  await card.getByText("2. Signature of Uma Svoboda").waitFor();
  await expect.poll(() => sign.count()).toBe(0);
});

test("a User signs on the page of the closed stocktake, and adds no correction there", async () => {
  const committee = [{ role: "chair", userId: 3 }];
  const id = await closeWithCommittee(server, "By a User", { purpose: "extraordinary", committee });
  const { page } = await openConsoleAs("user", `/stocktakes/${id}`, { server });
  const card = page.getByRole("region", { name: "Signatures" });
  await card.getByRole("button", { name: "Sign: Uma Svoboda" }).click();
  await drawSignature(page);
  await page.getByRole("dialog").getByRole("button", { name: "Sign", exact: true }).click();
  await card.getByText(/^Signed .* · at the person's own login/).waitFor();
  await expect.poll(() => card.getByRole("button").count()).toBe(0);
});

test("strokes stay when the window gets another size", async () => {
  const id = await closeWithCommittee(server, "Resized");
  const { page, card, field, draw } = await openClosed(id);
  await card.getByRole("button", { name: "Sign: Petr Žák" }).click();
  await draw();
  const drawn = "document.querySelector('dialog svg[role=img] path').getAttribute('d')";
  await expect.poll(() => page.evaluate(drawn)).toMatch(/^M\d.*L/);
  const before = await page.evaluate(drawn);
  await page.setViewportSize({ width: 390, height: 844 });
  await field.waitFor();
  await expect.poll(() => page.evaluate(drawn)).toBe(before);
});

test("a correction is listed with who has added it", async () => {
  const id = await closeWithCommittee(server, "Corrected");
  const { page, card } = await openClosed(id);
  await card.getByRole("button", { name: "Add a correction…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Correction").fill("It was 4, not 3.");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await card.getByText("1. It was 4, not 3.").waitFor();
});

let both: number;
beforeAll(async () => {
  both = await closeWithCommittee(server, "Both");
  await addTo(server.manager, both);
  await addTo(server.manager, both, { kind: "correction", text: "It was 4, not 3." });
});

test("the file of an addendum is saved, and its check says how the signature was confirmed", async () => {
  const { page, card } = await openClosed(both);
  const download = page.waitForEvent("download");
  await card.getByRole("button", { name: "Addendum 1 (JSON)" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`record-${both}-addendum-1.json`);
  const choosing = page.waitForEvent("filechooser");
  await card.getByRole("button", { name: "Check a file…" }).click();
  await (await choosing).setFiles(await file.path());
  await card
    .getByText("Addendum 1: signature of Petr Žák · at the login of Max Dvorak · a person without an account")
    .waitFor();
});

const PHONE = { language: "cs", width: 390, height: 844 } as const;

test("list and pad are readable and complete on a phone", async () => {
  const { consolePage, card, draw } = await openClosed(both, PHONE);
  const sign = card.getByRole("button", { name: /: Eva Malá, / });
  await sign.scrollIntoViewIfNeeded();
  await expectAccessibleLayout(consolePage, "addenda-phone", ["light", "dark"]);
  await sign.click();
  await draw();
  await expectAccessibleLayout(consolePage, "addenda-pad-phone", ["light", "dark"]);
});
