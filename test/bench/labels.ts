import { LABEL_SHEETS } from "../../src/domain/label-sheets.ts";
import { READY_MADE } from "../../src/printing/layouts/ready-made.ts";
import { Caller, timed } from "./caller.ts";
import type { Figure } from "./figures.ts";
import { cpuSeconds, peakMb, resetPeak, residentMb } from "./process.ts";
import type { Product } from "./product.ts";

/** Draws single labels with a QR code at 203 dpi, and a PDF of sheets of labels. */
export async function measureLabels(product: Product, labels: number, onSheets: number): Promise<Figure[]> {
  const office = new Caller(product);
  const layout = READY_MADE.find(({ id }) => id === "article-57x32")?.layout;
  const draw = async (count: number) => {
    for (let articleId = 1; articleId <= count; articleId++)
      await office.demand("POST", "/api/printingformats/layout-preview", { layout, articleId, dpi: 203 });
  };
  const cpuOf = async (work: () => Promise<unknown>) => {
    const before = cpuSeconds(product.pid);
    const ms = await timed(work);
    return { ms, cpu: cpuSeconds(product.pid) - before };
  };
  // Not counted: the workers start.
  await draw(3);
  const drawn = await cpuOf(() => draw(labels));
  const before = residentMb(product.pid);
  resetPeak(product.pid);
  const ids = Array.from({ length: onSheets }, (_, index) => index + 1);
  const sheets = await cpuOf(async () => {
    const wanted = { ids, sheet: LABEL_SHEETS[0].name };
    const { status } = await office.send("POST", "/api/articles/label-sheet", wanted);
    if (status !== 200) throw new Error(`the sheets: ${status}`);
  });
  office.close();
  return [
    { what: "one drawn label: ms", value: drawn.ms / labels },
    { what: "one drawn label: CPU ms", value: (drawn.cpu / labels) * 1000 },
    { what: `PDF of ${onSheets} labels: s`, value: sheets.ms / 1000 },
    { what: `PDF of ${onSheets} labels: CPU s`, value: sheets.cpu },
    { what: `PDF of ${onSheets} labels: MB more at its peak`, value: peakMb(product.pid) - before },
  ];
}
