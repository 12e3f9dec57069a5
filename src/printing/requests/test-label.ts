import type { Resolution } from "../../domain/label-layout.ts";
import { type ArticlePlaceholder, type LabelSubject, placeholders } from "../../domain/placeholder-names.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import { checkTemplate } from "../languages/registry.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { dotsOf } from "../layouts/dots.ts";
import { draftValues, type RecordIds } from "./label-subject.ts";

const CZECH = "Příliš žluťoučký kůň";

/** Size of the label for ZPL, TSPL and EPL. A printer keeps that of the label before. */
const [WIDTH_MM, HEIGHT_MM] = [50, 25];

const TEMPLATES: Readonly<Record<PrinterType, string>> = {
  zpl: "^XA^PW{width}^LL{height}^FO20,20^A0N,35^FDtallybox^FS^FO20,60^A0N,25^FD{{name}}^FS^FO20,95^A0N,25^FD{{location}}^FS^FO20,130^A0N,22^FD{{date}} {{time}}^FS^XZ",
  tspl: 'SIZE 50 mm,25 mm\nCLS\nTEXT 20,15,"0",0,12,12,"tallybox"\nTEXT 20,60,"0",0,9,9,"{{name}}"\nTEXT 20,100,"0",0,9,9,"{{location}}"\nTEXT 20,140,"0",0,8,8,"{{date}} {{time}}"\nPRINT 1\n',
  epl: 'q{width}\nN\nA20,15,0,4,1,1,N,"tallybox"\nA20,60,0,3,1,1,N,"{{name}}"\nA20,95,0,3,1,1,N,"{{location}}"\nA20,130,0,2,1,1,N,"{{date}} {{time}}"\nP1\n',
  escpos:
    "[center][bold][size 2] tallybox\n[center] {{name}}\n[center] {{location}}\n[center] {{date}} {{time}}\n[feed 2]\n[cut]\n",
  star: "[center][bold][size 2] tallybox\n[center] {{name}}\n[center] {{location}}\n[center] {{date}} {{time}}\n[feed 2]\n[cut]\n",
};

/** The test label: shows the name of the printer, the time, and Czech letters. */
export function testLabel(
  type: PrinterType,
  printerName: string,
  time: { readonly date: string; readonly time: string },
  dpi: Resolution,
): { template: string; values: LabelValues } {
  const empty = Object.fromEntries(placeholders.map((name) => [name, ""])) as Record<
    ArticlePlaceholder,
    string
  >;
  const template = TEMPLATES[type]
    .replace("{width}", String(dotsOf(WIDTH_MM, dpi)))
    .replace("{height}", String(dotsOf(HEIGHT_MM, dpi)));
  return { template, values: { ...empty, name: printerName, location: CZECH, ...time } };
}

/** An unsaved template of a subject. */
interface DraftLabel extends RecordIds {
  readonly template: string;
  /** Default: article. */
  readonly subject?: LabelSubject | undefined;
}

/** An unsaved template with a record's values, or sample values. Throws Invalid on the record or the template. */
export function draftLabel(
  db: Db,
  tenantId: number,
  type: PrinterType,
  { template, subject = "article", ...records }: DraftLabel,
  time: { readonly date: string; readonly time: string },
): { template: string; values: LabelValues } {
  const values = draftValues(db, tenantId, subject, records, time);
  checkTemplate(template, type, subject);
  return { template, values };
}
