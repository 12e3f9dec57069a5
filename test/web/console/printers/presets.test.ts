import { expect, test } from "vitest";
import { LABEL_SUBJECTS } from "../../../../src/domain/placeholder-names.ts";
import { PRINTER_TYPES } from "../../../../src/printing/languages/printer-types.ts";
import { PRESETS, RESOLUTIONS } from "../../../../src/web/console/printers/labels/presets.ts";
import { sharedServer } from "../../../harness/server.ts";
import { codesOn, inkOn } from "../../../printing/preview/read-picture.ts";

const server = sharedServer();

const CASES = LABEL_SUBJECTS.flatMap((subject) =>
  PRINTER_TYPES.flatMap(({ oid, name }) =>
    RESOLUTIONS.flatMap((dpi) =>
      (PRESETS[subject][name] ?? []).map(({ size, template }) => ({
        subject,
        oid,
        name,
        dpi,
        size,
        template,
      })),
    ),
  ),
);
/** The record of the previews, and its code. */
const RECORDS = {
  article: { id: { articleId: 7 }, code: "A000007" },
  location: { id: { locationId: 4 }, code: "B1-G-01" },
} as const;

test("the languages have presets, but new ones need none", () => {
  const counts = (of: "article" | "location") =>
    Object.entries(PRESETS[of]).map(([name, presets]) => [name, presets.length]);
  expect(Object.fromEntries(counts("article"))).toEqual({ zpl: 4, tspl: 4, epl: 4, escpos: 2, star: 2 });
  expect(Object.fromEntries(counts("location"))).toEqual({ zpl: 3, tspl: 3, epl: 3, escpos: 2, star: 2 });
});

test.each(CASES)(
  "the $name preset of $size for an $subject at $dpi dpi is accepted, and its label has the record's codes within its paper",
  async (preset) => {
    const { oid: printerTypeId, subject, dpi, name, size } = preset;
    const { id, code } = RECORDS[subject];
    const template = preset.template(dpi);
    const preview = await server.admin.post("/api/printingformats/preview", {
      template,
      printerTypeId,
      subject,
      ...id,
    });
    expect(preview.status).toBe(200);
    const saved = await server.admin.post("/api/printingformats", {
      name: `${name} ${size} ${dpi} ${subject}`,
      template,
      printerTypeId,
      subject,
    });
    expect(saved.status).toBe(201);
    if (name === "tspl" || name === "epl") {
      expect(preview.text).toContain(code);
      return;
    }
    const codes = (await codesOn(preview.bytes)).map((read) => read.split(": ")[1]);
    expect(codes).toEqual(codes.map(() => code));
    expect(codes.length).toBe(size.startsWith("40") ? 1 : 2);
    const { width, height, columns, rows } = await inkOn(preview.bytes);
    expect(columns[1]).toBeLessThan(width - 4);
    expect(rows[1]).toBeLessThan(height - (name === "zpl" ? 4 : 0));
  },
);
