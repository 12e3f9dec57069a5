import { changeArticle, getArticle } from "../articles/article.ts";
import { addCustomField, type NewCustomField } from "../custom-fields/custom-field.ts";
import { addAttachment, type StoredAttachment } from "../photos/attachment.ts";
import type { PhotoFiles } from "../photos/files.ts";
import { pseudoRandom } from "../sample/models.ts";
import type { Tx } from "../storage/database/statement.ts";
import { modelOf } from "./articles.ts";
import { Category } from "./catalogues.ts";
import { principalOf } from "./people.ts";

// Custom fields with values, suppliers, warranties and an attachment of the first articles of tenant 1.

/** Articles with a supplier, the end of a warranty and values. */
const DETAILED_ARTICLES = 60;
/** Nothing is reserved: the names below are not those of columns. */
const RESERVED: ReadonlySet<string> = new Set();
const CONDITIONS = ["new", "good", "worn"] as const;
const MANAGER = 2;

const FIELDS = {
  condition: { name: "Condition", type: "choice", choices: CONDITIONS },
  voltage: { name: "Voltage", type: "number", unit: "V", categoryIds: [Category.Tools] },
  inspection: { name: "Next inspection", type: "date", categoryIds: [Category.Tools] },
  insured: { name: "Insured", type: "yesNo", categoryIds: [Category.It] },
} as const satisfies Readonly<Record<string, NewCustomField>>;

const SUPPLIERS: Readonly<Record<number, string>> = {
  [Category.It]: "TechnoPoint GmbH",
  [Category.Furniture]: "Nábytek Novák s.r.o.",
  [Category.Tools]: "Profi nářadí a.s.",
};

/** Stores the demo's attachment: a page of PDF, as an upload is stored. */
export async function storeDemoManual(files: PhotoFiles): Promise<StoredAttachment> {
  const bytes = manual();
  const file = await files.put(bytes, "pdf");
  return { file, extension: "pdf", contentType: "application/pdf", size: bytes.length };
}

/** Adds the fields, and their values to the first articles. `articles`: how many there are. */
export function addFields(tx: Tx, articles: number, attachment: StoredAttachment): void {
  const manager = principalOf(MANAGER);
  const add = (field: NewCustomField) => addCustomField(tx, manager.tenantId, field, RESERVED);
  const oids = {
    condition: add(FIELDS.condition),
    voltage: add(FIELDS.voltage),
    inspection: add(FIELDS.inspection),
    insured: add(FIELDS.insured),
  };
  for (let number = 1; number <= Math.min(articles, DETAILED_ARTICLES); number++) {
    const { categoryId } = modelOf(number);
    const year = 2027 + pseudoRandom(number, 3);
    const month = String(1 + pseudoRandom(number + 1, 12)).padStart(2, "0");
    changeArticle(tx, manager, getArticle(tx, manager.tenantId, number), {
      supplier: SUPPLIERS[categoryId] ?? null,
      warrantyEnd: `${year}-${month}-28`,
      customFields: {
        [oids.condition]: CONDITIONS[number % CONDITIONS.length] ?? null,
        ...(categoryId === Category.Tools && {
          [oids.voltage]: number % 2 === 0 ? 18 : 230,
          [oids.inspection]: `${year}-${month}-01`,
        }),
        ...(categoryId === Category.It && { [oids.insured]: number % 2 === 0 }),
      },
    });
  }
  if (articles > 0) addAttachment(tx, manager, 1, attachment, "Manual.pdf");
}

/** A PDF with one page of text (ISO 32000-1, annex H.3). */
function manual(): Buffer {
  const text = "BT /F1 24 Tf 72 720 Td (Keep dry. Check before use.) Tj ET";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = body.length;
  const count = objects.length + 1;
  body += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join("")}`;
  return Buffer.from(`${body}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
}
