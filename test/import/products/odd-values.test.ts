import { expect, test } from "vitest";
import { customFieldName, takenValue } from "../../../src/exchange/import/products/product-file.ts";
import { SHELF } from "../../../src/exchange/import/products/shelf.ts";
import { SNIPE_IT } from "../../../src/exchange/import/products/snipe-it.ts";
import { startServer } from "../../harness/server.ts";
import { errorsOf } from "../uploads.ts";
import { snipeIt } from "./samples.ts";

/** So many blanks that more than a few steps for each would never end. */
const BLANKS = " ".repeat(100_000);

test("a status with the name of a property that every object has is an unknown one", async () => {
  const admin = await (await startServer()).as("admin");
  const asset = (tag: string, status: string) => ({
    "Asset Tag": tag,
    "Asset Name": "Drill",
    Category: "IT equipment",
    Model: "Notebook",
    Status: status,
  });
  const file = snipeIt([asset("S-1", "constructor"), asset("S-2", "__proto__"), asset("S-3", "Deployed")]);
  expect((await errorsOf(admin, "articles", file)).map(([row, column]) => [row, column])).toEqual([
    [2, "Status"],
    [3, "Status"],
  ]);
});

test("a status of Snipe-IT is taken without its group, however many blanks it has", () => {
  const field = SNIPE_IT.fields.find((one) => one.field === "state");
  const status = (text: string) => takenValue(field ?? {}, text, () => "").value;
  expect(status("Ready to Deploy (deployable)")).toBe("In stock");
  expect(status("Lent (outside)  (deployed)")).toBe("In use");
  expect(status(`x${BLANKS}y`)).toBe(`x${BLANKS}y`);
});

test("the name of a custom field of Shelf is found, however many blanks its header has", () => {
  const name = (header: string) => customFieldName(SHELF, header);
  expect(name("cf: Colour , type: text")).toBe("Colour");
  expect(name("cf:Width, outside,type:number")).toBe("Width, outside");
  expect(name(`cf:${BLANKS}x`)).toBe(`cf:${BLANKS}x`);
});
