import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { checkLayout, DEFAULT_RESOLUTION } from "../../domain/label-layout.ts";
import { LABEL_SUBJECTS } from "../../domain/placeholder-names.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { id, oneOf } from "../../http/endpoint/fields.ts";
import { drawPreview } from "../layouts/draw-layout.ts";
import { dpi, LayoutInput } from "../layouts/layout-shape.ts";
import { findPrinter } from "../printers/printer.ts";
import { siteTime } from "../requests/label.ts";
import { draftValues } from "../requests/label-subject.ts";
import { checkWidth } from "../requests/render-label.ts";
import { LayoutPreview } from "../shapes.ts";
import { PREVIEW_TIME_USED, type PreviewQuota } from "./preview-quota.ts";

/** The preview of a layout that need not be stored. */
export function layoutPreviewRoute(
  { storage, config, clock }: Dependencies,
  beginPreview: PreviewQuota,
): Endpoint {
  const timeOf = siteTime(config.timeZone);
  return query(
    "POST",
    "/api/printingformats/layout-preview",
    {
      operationId: "previewLabelLayout",
      permission: "work",
      summary: "Shows a drawn label as it would be printed",
      description:
        "Draws a layout that need not be stored, for the printer `printerId`, or any of `dpi` dots per inch (default 203), with the values of `articleId` or, where `subject` is `location`, of `locationId`; else with sample values. The pixels are the dots that the printer gets. `problems` names elements that are not printed as they are drawn: `textCut`, `empty` (its text or code has no content), `outside` (it lies partly outside the label); a label with `codeDoesNotFit`, `invalidContent` or `unknownPlaceholder` is not printed.",
      body: {
        layout: LayoutInput,
        subject: oneOf(LABEL_SUBJECTS).optional(),
        dpi: dpi().optional(),
        printerId: id().optional(),
        articleId: id().optional(),
        locationId: id().optional(),
      },
      response: LayoutPreview,
      errors: {
        400: "a field is invalid, the label is wider than the printer prints, or it can't be drawn",
        429: PREVIEW_TIME_USED,
      },
    },
    async ({ body }, principal) => {
      const { tenantId } = principal;
      const turn = beginPreview(principal);
      const { layout, subject = "article", printerId, ...records } = body;
      checkLayout(layout);
      const printer = printerId === undefined ? null : findPrinter(storage.db, tenantId, printerId);
      const references = new ReferenceChecks().check("printerId", printerId, () => printer !== null);
      const time = timeOf(new Date(clock.now()));
      const values = draftValues(storage.db, tenantId, subject, records, time, references);
      if (printer !== null) checkWidth("layout", layout, printer);
      const dpi = printer?.dpi ?? body.dpi ?? DEFAULT_RESOLUTION;
      const { png, problems, ...size } = await drawPreview(turn, { layout, dpi, values });
      const picture = Buffer.from(png).toString("base64");
      return { kind: "json", body: { picture, ...size, problems: [...problems] } };
    },
  );
}
