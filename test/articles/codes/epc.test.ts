import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalisedCode } from "../../../src/domain/codes/code-key.ts";
import { epcText, readEpc } from "../../../src/domain/codes/epc.ts";
import { EPC_SCHEMES, PREFIX_SIZES } from "../../../src/domain/codes/epc-schemes.ts";
import { hasCheckDigit } from "../../../src/domain/codes/gtin.ts";

describe("tags of the standard's examples", () => {
  test.each([
    ["3074257BF7194E4000001A85", "sgtin-96:3.0614141.812345.6789", "(01)80614141123458(21)6789"],
    [
      "3674257BF6B7A659B2C2BF1000000000000000000000000000",
      "sgtin-198:3.0614141.712345.32a%2Fb",
      "(01)70614141123451(21)32a/b",
    ],
    ["3174257BF4499602D2000000", "sscc-96:3.0614141.1234567890", "(00)106141412345678908"],
    ["3274257BF46072000000162E", "sgln-96:3.0614141.12345.5678", "(414)0614141123452(254)5678"],
    [
      "3974257BF46072CD9615F8800000000000000000000000000",
      "sgln-195:3.0614141.12345.32a%2Fb",
      "(414)0614141123452(254)32a/b",
    ],
    ["3374257BF40C0E400000162E", "grai-96:3.0614141.12345.5678", "(8003)006141411234525678"],
    [
      "3774257BF40C0E59B2C2BF100000000000000000000000",
      "grai-170:3.0614141.12345.32a%2Fb",
      "(8003)0061414112345232a/b",
    ],
    ["3474257BF40000000000162E", "giai-96:3.0614141.5678", "(8004)06141415678"],
    [
      "3874257BF59B2C2BF1000000000000000000000000000000000",
      "giai-202:3.0614141.32a%2Fb",
      "(8004)061414132a/b",
    ],
  ])("%s", (hex, uri, elements) => {
    const padded = hex.padEnd(Math.ceil(hex.length / 4) * 4, "0");
    const tag = `urn:epc:tag:${uri}`;
    const identity = `urn:epc:id:${uri.replace(/-\d+:\d\./, ":")}`;
    const text = (epc: ReturnType<typeof readEpc>) =>
      epc?.elements.map(({ ai, value }) => `(${ai})${value}`).join("");
    expect(readEpc(padded)?.otherForms).toEqual([tag, identity]);
    for (const form of [padded, padded.toLowerCase(), tag, identity])
      expect(text(readEpc(form))).toBe(elements);
    expect(readEpc(tag)?.otherForms).toEqual([identity]);
    expect(readEpc(identity)?.otherForms).toEqual([]);
  });
});

describe("the normal form", () => {
  test.each([
    ["3074257bf7194e4000001a85", "3074257BF7194E4000001A85"],
    ["  0x3074257BF7194E4000001A85 ", "3074257BF7194E4000001A85"],
    ["3074 257B F719 4E40 0000 1A85", "3074257BF7194E4000001A85"],
    ["urn:epc:raw:96.x3074257BF7194E4000001A85", "3074257BF7194E4000001A85"],
    ["URN:EPC:ID:SGTIN:0614141.812345.Ab", "urn:epc:id:sgtin:0614141.812345.Ab"],
    ["E280".padEnd(124, "0"), "E280".padEnd(124, "0")],
  ])("of %s", (text, normal) => {
    expect(epcText(text)).toBe(normal);
    expect(normalisedCode(text)).toMatchObject({ code: normal, kind: "epc" });
  });

  test.each([
    ["too short", "3074257BF7194E400000"],
    ["no whole words", "3074257BF7194E4000001A851"],
    ["longer than 496 bits", "0".repeat(128)],
    ["a UUID", "6f1c0b8e-0f5b-4c57-9a1d-2f0f4a1f7b10"],
    ["other letters", "3074257BF7194E4000001A8G"],
    ["an incomplete URI", "urn:epc:id:"],
  ])("none: %s", (_, text) => {
    expect(epcText(text)).toBeNull();
  });
});

test.each([
  ["an unknown header", "E2801160600002054CC2096F"],
  ["partition 7", "307C257BF7194E4000001A85"],
  ["a company prefix with too many digits", "3003FFFFFFFFFC0000000000"],
  ["a reference with too many digits", "3074257BF7FFFFC000000001"],
  ["bits after the fields", "3174257BF4499602D2000001"],
  ["a bit after a text of 198 bits", "3674257BF6B7A659B2C2BF100000000000000000000000000200"],
  ["a bit after a text of 195 bits", "3974257BF46072CD9615F8800000000000000000000000001000"],
  ["a bit after a text of 170 bits", "3774257BF40C0E59B2C2BF10000000000000000000200000"],
  ["a bit after a text of 202 bits", "3874257BF59B2C2BF10000000000000000000000000000000020"],
  ["an encoding of another length", "3674257BF6B7A659B2C2BF10"],
  ["a URI with missing fields", "urn:epc:id:sgtin:0614141.812345"],
  ["a URI with a wrong number of digits", "urn:epc:id:sgtin:0614141.81234.1"],
  ["a URI with a broken escape", "urn:epc:id:sgtin:0614141.812345.%zz"],
  ["a URI with a character that must be escaped", "urn:epc:id:sgtin:0614141.812345.32a/b"],
  ["a filter above 7", "urn:epc:tag:sgtin-96:8.0614141.812345.6789"],
  ["a filter of two digits", "urn:epc:tag:sgtin-96:03.0614141.812345.6789"],
  ["no filter", "urn:epc:tag:sgtin-96:.0614141.812345.6789"],
  ["a serial number with letters in 96 bits", "urn:epc:tag:sgtin-96:3.0614141.812345.A1"],
  ["a serial number with leading zeros in 96 bits", "urn:epc:tag:sgtin-96:3.0614141.812345.07"],
  ["a serial number of more than 38 bits", "urn:epc:tag:sgtin-96:3.0614141.812345.274877906944"],
  ["a serial number of 21 characters", `urn:epc:tag:sgtin-198:3.0614141.812345.${"A".repeat(21)}`],
  ["an identity with 21 characters", `urn:epc:id:sgtin:0614141.812345.${"A".repeat(21)}`],
  ["a returnable asset with 17 characters", `urn:epc:id:grai:0614141.12345.${"1".repeat(17)}`],
  ["an extension of more than 41 bits", "urn:epc:tag:sgln-96:3.0614141.12345.2199023255552"],
  ["an asset number of more than 58 bits", "urn:epc:tag:giai-96:3.0614141.288230376151711744"],
  ["an asset number with leading zeros in 96 bits", "urn:epc:tag:giai-96:3.0614141.05678"],
  ["an asset number of more than 161 bits", `urn:epc:id:giai:0614141.${"A".repeat(24)}`],
  ["an asset number of more than 30 characters", `urn:epc:id:giai:061414112345.${"A".repeat(19)}`],
  ["a tag with such a number", "3860393243F1660C183060C183060C183060C183060C18200000"],
  ["a shipping container with a serial number", "urn:epc:id:sscc:0614141.1234567890.1"],
  ["a company prefix of 5 digits", "urn:epc:id:sgtin:06141.81234545.1"],
])("stands for nothing of GS1: %s", (_, text) => {
  expect(readEpc(text)).toMatchObject({ elements: [] });
});

test.each([
  ["urn:epc:tag:sgtin-96:7.0614141.812345.274877906943", "(01)80614141123458(21)274877906943"],
  ["urn:epc:tag:sgtin-96:0.0614141.812345.0", "(01)80614141123458(21)0"],
  ["urn:epc:tag:sgtin-198:3.0614141.812345.007", "(01)80614141123458(21)007"],
  ["urn:epc:id:sgtin:0614141.812345.A%2Fb.c", "(01)80614141123458(21)A/b.c"],
  [`urn:epc:id:sgtin:0614141.812345.${"A".repeat(20)}`, `(01)80614141123458(21)${"A".repeat(20)}`],
  ["urn:epc:tag:sgln-96:3.0614141.12345.0", "(414)0614141123452"],
  ["urn:epc:tag:sgln-96:3.0614141.12345.2199023255551", "(414)0614141123452(254)2199023255551"],
  ["urn:epc:tag:giai-96:3.0614141.288230376151711743", "(8004)0614141288230376151711743"],
  [`urn:epc:id:giai:0614141.${"A".repeat(23)}`, `(8004)0614141${"A".repeat(23)}`],
  ["urn:epc:id:giai:0614141.A.b", "(8004)0614141A.b"],
  ["3860393243F1660C183060C183060C183060C183060C10000000", `(8004)061414112345${"A".repeat(18)}`],
])("an EPC within the limits of its encoding: %s", (uri, elements) => {
  expect(
    readEpc(uri)
      ?.elements.map(({ ai, value }) => `(${ai})${value}`)
      .join(""),
  ).toBe(elements);
});

test.each([
  ["a GTIN with an expiry", "010950110153000317261231", "other"],
  ["a GTIN with a lot", "010950110153000310ABCDEF", "other"],
  ["a tag that begins so, with another check digit", "010950110153000417261231", "epc"],
])("the kind of %s", (_, text, kind) => {
  expect(normalisedCode(text)).toMatchObject({ code: text, kind });
});

test("the bits of a company prefix are the fewest that hold its digits", () => {
  expect(PREFIX_SIZES.map(([bits]) => bits)).toEqual(
    [12, 11, 10, 9, 8, 7, 6].map((digits) => (10n ** BigInt(digits) - 1n).toString(2).length),
  );
});

const bitsOf = (value: bigint, length: number) => value.toString(2).padStart(length, "0");

/** Encodes numbers, independently of the product's code. */
const tags = fc
  .record({
    scheme: fc.constantFrom(...EPC_SCHEMES.filter(({ isText }) => !isText)),
    partition: fc.nat({ max: 6 }),
    filter: fc.nat({ max: 7 }),
    values: fc.tuple(fc.bigInt(0n, 2n ** 62n), fc.bigInt(0n, 2n ** 62n), fc.bigInt(0n, 2n ** 62n)),
  })
  .map(({ scheme, partition, filter, values }) => {
    const { sharedBits, sharedDigits, serialBits, header } = scheme;
    const [prefixBits, prefixDigits] = PREFIX_SIZES[partition] ?? [0, 0];
    const referenceBits = sharedBits - prefixBits;
    const digits = sharedDigits === null ? null : sharedDigits - prefixDigits;
    const prefix = values[0] % 10n ** BigInt(prefixDigits);
    const reference = values[1] % (digits === null ? 2n ** BigInt(referenceBits) : 10n ** BigInt(digits));
    const serial = serialBits === 0 ? null : values[2] % 2n ** BigInt(serialBits);
    const bits = [
      bitsOf(BigInt(header), 8) + bitsOf(BigInt(filter), 3) + bitsOf(BigInt(partition), 3),
      bitsOf(prefix, prefixBits) + bitsOf(reference, referenceBits),
      serial === null ? "" : bitsOf(serial, serialBits),
    ].join("");
    const hex = BigInt(`0b${bits.padEnd(96, "0")}`)
      .toString(16)
      .padStart(24, "0");
    const number =
      digits === null ? String(reference) : digits === 0 ? "" : String(reference).padStart(digits, "0");
    const fields = [
      filter,
      String(prefix).padStart(prefixDigits, "0"),
      number,
      ...(serial === null ? [] : [serial]),
    ];
    return { hex, uri: `urn:epc:tag:${scheme.name}:${fields.join(".")}` };
  });

test("property: any tag of numbers is read as it was written, and its check digits are right", () => {
  fc.assert(
    fc.property(tags, ({ hex, uri }) => {
      const epc = readEpc(hex);
      expect(epc?.otherForms[0]).toBe(uri);
      expect(readEpc(uri)?.elements).toEqual(epc?.elements);
      for (const { ai, value } of epc?.elements ?? [])
        if (ai === "01" || ai === "00" || ai === "414") expect(hasCheckDigit(value)).toBe(true);
    }),
  );
});

test("property: no text makes reading fail", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[0-9A-F]{24,60}$/),
    fc.string().map((rest) => `urn:epc:id:sgtin:${rest}`),
  );
  fc.assert(fc.property(texts, (text) => void readEpc(text)));
});
