import type { LabelLayout } from "../../src/domain/label-layout.ts";
import { LABEL_SHEETS } from "../../src/domain/label-sheets.ts";
import { READY_MADE } from "../../src/printing/layouts/ready-made.ts";
import { type Connection, jsonRequest, open } from "./client.ts";
import { labelGoals } from "./goals.ts";
import { bareLabel, bareSheet } from "./labels/bare-labels.ts";
import { cpuSeconds, peakMb, resetPeak, residentMb } from "./process.ts";
import { figure, most, table, verdictTable } from "./report.ts";
import { median } from "./statistics.ts";
import type { Target } from "./targets.ts";

/** How much is measured. */
export interface LabelAmount {
  readonly rounds: number;
  /** Single labels of a round. */
  readonly labels: number;
  /** Labels of the sheets. */
  readonly onSheets: number;
}

/** The amounts of a full run and of a quick one. */
export const labelAmounts = {
  full: { rounds: 3, labels: 100, onSheets: 10_000 },
  quick: { rounds: 2, labels: 20, onSheets: 1000 },
} as const satisfies Record<string, LabelAmount>;

/** One round of one kind, in seconds; `cpu` is that of the whole program. */
interface Turn {
  readonly seconds: number;
  readonly cpu: number;
}

const SHEET = LABEL_SHEETS[0];
/** Dots of a label of 57 × 32 mm at 203 dpi, and of a module of its code. */
const DOTS = { width: 456, height: 256, module: 7 };

/** Draws labels and makes sheets of labels, by the product and by the bare libraries in turns. Returns the tables. */
export async function measureLabels(target: Target, amount: LabelAmount): Promise<string> {
  const connection = await open(target.port);
  const post = async (path: string, body: object) => send(connection, target, path, body);
  const layout = READY_MADE.find(({ id }) => id === "article-57x32")?.layout;
  if (layout === undefined) throw new Error("there is no such ready-made label");
  const ids = Array.from({ length: amount.onSheets }, (_, index) => index + 1);
  const codes = ids.map((id) => `A${String(id).padStart(6, "0")}`);
  const draw = () => drawLabels(post, layout, ids.slice(0, amount.labels));
  const sheet = () => post("/api/articles/label-sheet", { ids, sheet: SHEET.name });

  // Not counted: the workers start.
  await drawLabels(post, layout, ids.slice(0, 3));
  const label = { product: [] as Turn[], bare: [] as Turn[] };
  const sheets = { product: [] as Turn[], bare: [] as Turn[] };
  let bytes = 0;
  const before = residentMb(target.pid);
  resetPeak(target.pid);
  for (let round = 0; round < amount.rounds; round++) {
    label.product.push(await timed(target.pid, draw));
    label.bare.push(await timed(process.pid, () => drawBare(codes.slice(0, amount.labels))));
    sheets.product.push(
      await timed(target.pid, async () => {
        bytes = (await sheet()).length;
      }),
    );
    sheets.bare.push(await timed(process.pid, () => bareSheet(codes, SHEET)));
  }
  const grown = peakMb(target.pid) - before;
  connection.close();
  return labelTables({ label, sheets, bytes, grown }, amount);
}

type Post = (path: string, body: object) => Promise<Buffer>;

async function send(connection: Connection, { token }: Target, path: string, body: object): Promise<Buffer> {
  const { status, body: response } = await connection.send(jsonRequest("POST", path, token, body), true);
  if (status !== 200) throw new Error(`${path}: ${status} ${response.toString("utf8", 0, 500)}`);
  return response;
}

async function drawLabels(post: Post, layout: LabelLayout, ids: readonly number[]): Promise<void> {
  for (const articleId of ids)
    await post("/api/printingformats/layout-preview", { layout, articleId, dpi: 203 });
}

async function drawBare(codes: readonly string[]): Promise<void> {
  for (const code of codes) bareLabel(code, DOTS.width, DOTS.height, DOTS.module);
}

async function timed(pid: number, work: () => Promise<unknown>): Promise<Turn> {
  const [cpu, began] = [cpuSeconds(pid), performance.now()];
  await work();
  return { seconds: (performance.now() - began) / 1000, cpu: cpuSeconds(pid) - cpu };
}

interface Turns {
  readonly product: readonly Turn[];
  readonly bare: readonly Turn[];
}

function labelTables(
  { label, sheets, bytes, grown }: { label: Turns; sheets: Turns; bytes: number; grown: number },
  { labels, onSheets }: LabelAmount,
): string {
  const middle = (turns: readonly Turn[], key: keyof Turn) => median(turns.map((turn) => turn[key]));
  const row = (what: string, { product, bare }: Turns, key: keyof Turn, factor = 1) => {
    const [own, least] = [middle(product, key) * factor, middle(bare, key) * factor];
    return [what, figure(own), figure(least), figure(own / least)];
  };
  const ratio = ({ product, bare }: Turns) => middle(product, "cpu") / middle(bare, "cpu");
  const one = 1000 / labels;
  return [
    table(
      ["labels", "product", "bare", "product / bare"],
      [
        row("one label, drawn and encoded, over HTTP: ms", label, "seconds", one),
        row("one label: CPU ms", label, "cpu", one),
        row(`sheets of ${onSheets} labels: s`, sheets, "seconds"),
        row(`sheets of ${onSheets} labels: CPU s`, sheets, "cpu"),
      ],
    ),
    `${figure(bytes / 1e6)} MB of PDF; the product took ${figure(grown)} MB more at its peak\n`,
    verdictTable([
      most("one label: CPU, times bare", labelGoals.label, ratio(label)),
      most("sheets: CPU, times bare", labelGoals.sheet, ratio(sheets)),
    ]),
  ].join("\n");
}
