import { expect, test } from "vitest";
import type { ApiResponse } from "../../harness/client.ts";
import { sharedServer } from "../../harness/server.ts";
import { added, oids } from "../samples.ts";

// urn:epc:tag:sgtin-96:3.0614141.812345.6789, so GTIN 80614141123458 and serial number 6789.
const TAG = "3074257BF7194E4000001A85";
const GTIN = "80614141123458";
/** The same product with serial number 6790. */
const OTHER_PIECE = "3074257BF7194E4000001A86";
/** Serial number 6790 of GTIN 80614141123465. */
const OTHER_PRODUCT = "3074257BF7194E8000001A86";
/** GIAI 06141415678. */
const ASSET_TAG = "3474257BF40000000000162E";

const { manager } = sharedServer();

const attach = (oid: number, code: string) => manager.post(`/api/articles/${oid}/codes`, { code });
const found = async (text: string) => {
  const { body } = await manager.get(`/api/articles/scan?text=${encodeURIComponent(text)}`);
  return oids({ body: body.articles } as ApiResponse);
};

test("a tag finds the article with its EPC as RFID property or as a code, in each of its forms", async () => {
  const byProperty = await added(manager, "TAG-1", { rfId: "urn:epc:id:grai:0614141.12345.5678" });
  expect(await found("3374257BF40C0E400000162E")).toEqual([byProperty.oid]);
  const plain = await added(manager, "TAG-2", { rfId: "e2801160600002054cc2096f" });
  for (const text of ["E2801160600002054CC2096F", "0xE280 1160 6000 0205 4CC2 096F"])
    expect(await found(text)).toEqual([plain.oid]);
  const byCode = await added(manager, "TAG-3");
  const { body } = await attach(byCode.oid, "e280 1160 6000 0205 4cc2 0970");
  expect(body).toMatchObject({ code: "E2801160600002054CC20970", kind: "epc" });
  for (const text of ["e2801160600002054cc20970", "urn:epc:raw:96.xE2801160600002054CC20970"])
    expect(await found(text)).toEqual([byCode.oid]);
});

test("a tag finds the asset of its GIAI, and the code that stands for the same piece", async () => {
  const asset = await added(manager, "06141415678");
  expect(await found(ASSET_TAG)).toEqual([asset.oid]);
  const piece = await added(manager, "TAG-4");
  await attach(piece.oid, "(01)70614141123451(21)32a/b");
  expect(await found("3674257BF6B7A659B2C2BF100000000000000000000000000000")).toEqual([piece.oid]);
});

test("the serial number of a tag finds the piece only if the product is known", async () => {
  const piece = await added(manager, "TAG-5", { serialNumber: "6789" });
  expect(await found(TAG)).toEqual([]);
  const product = await added(manager, "TAG-6", { serialNumber: "1" });
  await attach(product.oid, GTIN);
  expect(await found(TAG)).toEqual([piece.oid]);
  expect(await found(OTHER_PIECE)).toEqual([]);
});

test("a product without a serial number is found by each of its pieces", async () => {
  const product = await added(manager, "TAG-7");
  await attach(product.oid, "80614141123465");
  for (const piece of [OTHER_PRODUCT, "(01)80614141123465(21)6790"])
    expect(await found(piece)).toEqual([product.oid]);
});

test.each([
  ["an expiry", "010950110153000317261231"],
  ["a serial number", "010950110153000321123456"],
])(
  "a GS1 code without a mark finds its product though it has only hexadecimal digits, with %s",
  async (_, text) => {
    const gtin = "09501101530003";
    const known = await found(gtin);
    const [oid = (await added(manager, "GS1-DIGITS")).oid] = known;
    if (known.length === 0) await attach(oid, gtin);
    expect(await found(text)).toEqual([oid]);
    const { body } = await manager.get(`/api/articles/scan?text=${text}`);
    expect(body).toMatchObject({ gs1: { gtin } });
  },
);
