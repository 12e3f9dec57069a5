import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { expect, test } from "vitest";
import { type Message, msg } from "../../../src/domain/message.ts";
import { SETTLEMENT_NAMES } from "../../../src/domain/stocktakes/settlement.ts";
import { textIn } from "../../../src/i18n/text.ts";
import { pdfText } from "../../harness/pdf.ts";
import { sharedServer } from "../../harness/server.ts";
import { replaced, sealed } from "../../inventories/seal/closed.ts";
import { runVerify } from "../../inventories/seal/run-verify.ts";
import { createWarehouse } from "../../inventories/stocktake.ts";
import { openConsoleAs } from "../console/log-in.ts";
import { drawSignature } from "../console/stocktakes/signature.ts";

// The record that an auditor gets: made in the browser under each law, and read without the server.

const server = sharedServer({ settings: { SITE_TIME_ZONE: "UTC" } });

/** A counted stocktake with every kind of difference, finished; returns its id. */
async function countEverything(name: string): Promise<number> {
  const warehouse = createWarehouse(server);
  const [shelf, yard] = [`${name} shelf`, `${name} yard`];
  for (const place of [shelf, yard]) await warehouse.addLocation(place);
  const stock = { SAME: 3, LESS: 4, MORE: 4, ELSEWHERE: 2, SCRAP: 2, NEVER: 6, MOVED: 9 };
  const code = (kind: string) => `${name}-${kind}`;
  for (const [kind, pieces] of Object.entries(stock))
    await warehouse.article(code(kind), { [shelf]: pieces }, { price: 12.5, serialNumber: `SN-${kind}` });
  await warehouse.article(code("STRAY"), { [yard]: 5 }, { price: 2 });
  await warehouse.manager.put(`/api/articles/${warehouse.id(code("MORE"))}/full`, { unit: "kg" });
  const id = await warehouse.stocktake([shelf], { name, mustBeApproved: true });
  const counts = {
    SAME: 3,
    LESS: 0,
    MORE: 7,
    ELSEWHERE: { inventoryQuantity: 2, inventoryLocationId: warehouse.at(yard) },
    SCRAP: { inventoryQuantity: 2, isDisposal: true, note: "broken" },
    MOVED: 9,
  };
  for (const [kind, what] of Object.entries(counts)) await warehouse.count(id, code(kind), what);
  await warehouse.put(code("MOVED"), { [shelf]: 8, [yard]: 1 });
  const stray = { articleId: warehouse.id(code("STRAY")), inventoryQuantity: 5 };
  await warehouse.user.post(`/api/inventories/${id}/items`, {
    ...stray,
    inventoryLocationId: warehouse.at(shelf),
  });
  await warehouse.move(id, "finish");
  return id;
}

const bytesOf = async (download: Promise<Download>) => readFile(await (await download).path());

test.each([
  ["CZ", "cs"],
  ["SK", "sk"],
  ["DE", "de"],
] as const)("a stocktake under the law of %s has a record that proves itself", async (law, language) => {
  const say = (message: Message) => textIn(message, language);
  const office = await openConsoleAs("admin", "/system/company", { server, language });
  const company = `Říční sklad ${law}`;
  await office.page.getByLabel(say(msg("Legal name"))).fill(company);
  await office.page.getByLabel(say(msg("Registered office"))).fill("Nábřežní 12");
  await office.page.getByLabel(say(msg("Registration number"))).fill("12345678");
  await office.page.getByLabel(say(msg("Accounting law"))).selectOption(law);
  await office.page.getByLabel(say(msg("Balance-sheet day"))).fill("12-31");
  await office.page.getByRole("button", { name: say(msg("Save")) }).click();
  await office.page.getByText(say(msg("Company saved"))).waitFor();

  const id = await countEverything(law);
  const path = `/stocktakes/${id}`;
  const { page, consolePage } = await openConsoleAs("manager", path, { server, language });
  const button = (message: Message) => page.getByRole("button", { name: say(message), exact: true });
  const dialog = page.getByRole("dialog");
  await button(msg("Add purpose, decisive day and committee")).click();
  await dialog.getByLabel(say(msg("Purpose"))).selectOption("yearEnd");
  await dialog.getByLabel(say(msg("Decisive day"))).fill(new Date().toISOString().slice(0, 10));
  await dialog.getByLabel(say(msg("Method"))).selectOption("physical");
  for (const [at, name] of ["Jana Malá", "Karel Dlouhý"].entries()) {
    await dialog.getByRole("button", { name: say(msg("Add person")) }).click();
    const person = dialog.getByRole("group", { name: say(msg("Person {n}", { n: at + 1 })) });
    await person.getByRole("combobox", { name: say(msg("Person")) }).fill(name);
    if (at === 1) await person.getByLabel(say(msg("Role"))).selectOption("responsible");
  }
  await dialog.getByRole("button", { name: say(msg("Save")) }).click();
  await dialog.waitFor({ state: "detached" });
  await button(msg("Review results")).click();
  await page.getByRole("checkbox").first().waitFor();

  await consolePage.open(server.url, `${path}/results?tab=all`);
  await page.getByRole("checkbox", { name: say(msg("Select all rows on this page")) }).check();
  await button(msg("Settle ({n})…", { n: "5" })).click();
  await dialog.getByLabel(say(msg("Settlement"))).selectOption("bookError");
  await dialog.getByLabel(say(msg("Cause"))).fill("Přesun regálu");
  await dialog.getByRole("button", { name: say(msg("Save")) }).click();
  await dialog.waitFor({ state: "detached" });

  await consolePage.open(server.url, `${path}/close`);
  await button(msg("Approve all")).click();
  await dialog.getByRole("button", { name: say(msg("Approve all")) }).click();
  await expect
    .poll(async () => (await server.manager.get(`/api/inventories/${id}`)).body.isApproved)
    .toBe(true);
  await page.getByRole("button", { name: say(msg("Close stocktake")), exact: true, disabled: false }).click();
  await dialog.getByRole("button", { name: say(msg("Close stocktake")) }).click();
  const [json, pdf] = [msg("Sealed record (JSON)"), msg("Sealed record (PDF)")];
  await button(pdf).waitFor();
  const [{ publicKey, sha256 }] = await sealed(server.manager, id);

  await page.getByRole("button", { name: say(msg("Sign: {name}", { name: "Jana Malá" })) }).click();
  await drawSignature(page);
  await dialog.getByRole("button", { name: say(msg("Sign")), exact: true }).click();
  await page.getByText(`1. ${say(msg("Signature of {name}", { name: "Jana Malá" }))}`).waitFor();

  const save = async (message: Message) => {
    const saving = page.waitForEvent("download");
    await button(message).click();
    return bytesOf(saving);
  };
  const record = await save(json);
  const paper = await save(pdf);
  const minutes = await pdfText(await save(msg("Minutes (PDF)")));
  for (const file of [record, paper])
    expect(await runVerify({ file }, ["file", "--key", publicKey])).toMatchObject({ status: 0 });
  const forged = replaced(record, '"inventoryQuantity":7', '"inventoryQuantity":8');
  expect(await runVerify({ forged }, ["forged", "--key", publicKey])).not.toMatchObject({ status: 0 });

  const text = await pdfText(paper);
  for (const part of [
    ...[company, "Nábřežní 12", "12345678", "Jana Malá", "Karel Dlouhý", "Přesun regálu", "SN-SAME", "kg"],
    ...["SAME", "LESS", "MORE", "ELSEWHERE", "SCRAP", "NEVER", "MOVED", "STRAY"].map(
      (kind) => `${law}-${kind}`,
    ),
    sha256,
    ...[
      msg("Decisive day"),
      msg("Balance-sheet day"),
      msg("Beginning of the stocktake"),
      msg("End of the stocktake"),
      msg("Counting method"),
      msg("Keep until"),
      msg("Settlement of the differences"),
      msg("Signatures"),
      SETTLEMENT_NAMES.bookError,
    ].map(say),
  ])
    expect.soft(text, part).toContain(part);
  expect(minutes).toContain(publicKey);
  expect(minutes).toContain(say(msg("Signed on a screen:")));
});
