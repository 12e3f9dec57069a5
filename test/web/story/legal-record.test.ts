import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { expect, test } from "vitest";
import { type Message, msg } from "../../../src/domain/message.ts";
import { HANDOVER_NAMES, HANDOVER_SIDES } from "../../../src/domain/stocktakes/frame.ts";
import { textIn } from "../../../src/i18n/text.ts";
import { COMPANY } from "../../../src/records/company.ts";
import { pdfPages } from "../../harness/pdf.ts";
import { startServerWithClock, type TestServer } from "../../harness/server.ts";
import { replaced, sealed } from "../../inventories/seal/closed.ts";
import { runVerify } from "../../inventories/seal/run-verify.ts";
import type { Warehouse } from "../../inventories/stocktake.ts";
import { openConsoleAs } from "../console/log-in.ts";
import { drawSignature } from "../console/stocktakes/signature.ts";
import { auditorOf, companyFacts, ENGLISH } from "./law/auditor.ts";
import { textsAt, tickedIn } from "./law/law-table.ts";
import { COUNTRIES, type Country, countWarehouse, fillWarehouse, SETTLED } from "./law/warehouse.ts";

// The records that docs/use/legal.md promises: made in the console under each law, and read as an auditor reads them, by their papers alone.

const DAY_MS = 86_400_000;

test.for(COUNTRIES)("the record of a company in $law states what its law asks for", async (country) => {
  const { clock, server } = await startServerWithClock({ settings: { SITE_TIME_ZONE: "UTC" } });
  const decisiveDay = clock.iso().slice(0, "2026-11-29".length);
  const warehouse = await fillWarehouse(server, country);
  clock.advance(DAY_MS);
  await enterCompany(server, country);
  const id = await countWarehouse(server, clock, warehouse, country);
  const files = await closeInConsole(server, country, warehouse, id, decisiveDay);
  const [{ sha256, publicKey }] = await sealed(server.manager, id);

  for (const file of [files.json, files.pdf])
    expect(await runVerify({ file }, ["file", "--key", publicKey])).toMatchObject({ status: 0 });
  const forged = replaced(files.json, '"inventoryQuantity":1185', '"inventoryQuantity":1186');
  expect(await runVerify({ forged }, ["forged", "--key", publicKey])).not.toMatchObject({ status: 0 });

  const { body } = await server.manager.get(`/api/inventories/${id}/report`);
  const pages = { record: await pdfPages(files.pdf), minutes: await pdfPages(files.minutes) };
  const record = auditorOf(country, pages.record, body);
  const minutes = auditorOf(country, pages.minutes, body);
  for (const pdf of [record, minutes]) {
    pdf.finds(pdf.first, companyFacts(country));
    pdf.finds(pdf.first, pdf.frameFacts(decisiveDay));
    pdf.finds(pdf.first, pdf.times());
    pdf.finds(pdf.fromHeading(msg("Settlement of the differences")), pdf.settlements());
    pdf.finds(pdf.last, [sha256, publicKey]);
    pdf.hasFeet(sha256);
    expect(pdf.whole).not.toMatch(ENGLISH);
  }
  record.finds(record.whole, record.items());
  record.finds(record.whole, record.operations());
  const signers = record.signers();
  expect(record.signed()).toEqual(signers.map((who) => `${who} ${record.say(msg("name, date, signature"))}`));
  const [chair = "", ...others] = minutes.signed();
  expect(chair).toContain(`${signers[0]} ${minutes.say(msg("Signed on a screen:"))}`);
  // Who has only counted signs the record alone.
  const inMinutes = signers.slice(1).filter((who) => !who.startsWith("Bo Cerny, "));
  expect(others).toEqual(inMinutes.map((who) => `${who} ${minutes.say(msg("name, date, signature"))}`));
  minutes.finds(minutes.whole, [country.correction]);
  const { language } = country;
  for (const { places, labels } of tickedIn(language))
    for (const place of places)
      for (const text of textsAt(place, { ...pages, language }))
        for (const label of labels) expect.soft(text, `${label} (${JSON.stringify(place)})`).toContain(label);
});

/** An Admin enters the company. The years of retention follow from the law. */
async function enterCompany(server: TestServer, { law, language, company }: Country): Promise<void> {
  const say = (message: Message) => textIn(message, language);
  const { page } = await openConsoleAs("admin", "/system/company", { server, language });
  const { fields } = COMPANY;
  for (const [name, value] of Object.entries(company))
    await page.getByLabel(say(fields[name as keyof Country["company"]].label)).fill(value);
  await page.getByLabel(say(fields.law.label)).selectOption(law);
  await page.getByLabel(say(fields.balanceSheetDay.label)).fill("12-31");
  await page.getByRole("button", { name: say(msg("Save")) }).click();
  await page.getByText(say(msg("Company saved"))).waitFor();
}

/** A Manager enters the frame, reviews the results, settles the differences, approves, closes, signs and adds a correction; returns the saved files. */
async function closeInConsole(
  server: TestServer,
  country: Country,
  warehouse: Warehouse,
  id: number,
  decisiveDay: string,
) {
  const { language, purpose, method, committee, handover, cause, correction } = country;
  const say = (message: Message) => textIn(message, language);
  const path = `/stocktakes/${id}`;
  const { page, consolePage } = await openConsoleAs("manager", path, { server, language });
  const button = (message: Message) => page.getByRole("button", { name: say(message), exact: true });
  const dialog = page.getByRole("dialog");
  const finish = async (action: Message) => {
    await dialog.getByRole("button", { name: say(action), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };

  await button(msg("Add purpose, decisive day and committee")).click();
  await dialog.getByLabel(say(msg("Purpose"))).selectOption(purpose);
  await dialog.getByLabel(say(msg("Method"))).selectOption(method);
  await dialog.getByLabel(say(msg("Decisive day"))).fill(decisiveDay);
  for (const side of HANDOVER_SIDES)
    if (handover) await dialog.getByLabel(say(HANDOVER_NAMES[side])).fill(handover[side]);
  for (const [at, [role, name]] of committee.entries()) {
    await button(msg("Add person")).click();
    const person = dialog.getByRole("group", { name: say(msg("Person {n}", { n: at + 1 })) });
    await person.getByRole("combobox", { name: say(msg("Person")) }).fill(name);
    await person.getByLabel(say(msg("Role"))).selectOption(role);
  }
  await finish(msg("Save"));
  await button(msg("Review results")).click();
  await page.getByRole("checkbox").first().waitFor();

  const openItem = async (code: string) => {
    const { oid } = await warehouse.item(id, code);
    await consolePage.open(server.url, `${path}/results?tab=all&item=${oid}`);
    await page.locator("aside h2").filter({ hasText: code }).waitFor();
    return oid;
  };
  for (const [code, settlement] of Object.entries(SETTLED)) {
    await openItem(code);
    await button(msg("Settle…")).click();
    await dialog.getByLabel(say(msg("Settlement"))).selectOption(settlement);
    await dialog.getByLabel(say(msg("Cause"))).fill(`${cause} (${code})`);
    await finish(msg("Save"));
  }
  const oid = await openItem("V-DOCUMENTS");
  await page.getByRole("checkbox", { name: say(msg("Select row {row}", { row: oid })) }).check();
  await button(msg("Method ({n})…", { n: "1" })).click();
  await dialog.getByLabel(say(msg("Method"))).selectOption("documents");
  await finish(msg("Save"));

  await consolePage.open(server.url, `${path}/close`);
  await button(msg("Approve all")).click();
  await finish(msg("Approve all"));
  // While its job runs nothing else begins, and a click on the next button is in vain.
  await button(msg("Approve all")).waitFor({ state: "detached" });
  await expect.poll(async () => (await server.manager.get(`/api/inventories/${id}`)).body.job).toBeNull();
  await page.getByRole("button", { name: say(msg("Close stocktake")), exact: true, disabled: false }).click();
  await finish(msg("Close stocktake"));
  const signer = handover?.from ?? committee[0]?.[1] ?? "";
  await page.getByRole("button", { name: say(msg("Sign: {name}", { name: signer })) }).click();
  await drawSignature(page);
  await finish(msg("Sign"));
  await button(msg("Add a correction…")).click();
  await dialog.getByLabel(say(msg("Correction"))).fill(correction);
  await finish(msg("Add"));

  const save = async (message: Message) => {
    const saving: Promise<Download> = page.waitForEvent("download");
    await button(message).click();
    return readFile(await (await saving).path());
  };
  return {
    json: await save(msg("Sealed record (JSON)")),
    pdf: await save(msg("Sealed record (PDF)")),
    minutes: await save(msg("Minutes (PDF)")),
  };
}
