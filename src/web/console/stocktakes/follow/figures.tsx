import type { DetailedProgress } from "../../../../inventories/shapes.ts";
import { say, type Words } from "../../../../words.ts";
import { number, t } from "../../../app/words.ts";

interface FiguresProps {
  readonly progress: DetailedProgress;
  readonly inventoryId: number;
  /** What waits for somebody leads to where it is decided. */
  readonly isLinked: boolean;
}

/** The figures of a count, and what waits for somebody. */
export function Figures({ progress, inventoryId, isLinked }: FiguresProps) {
  const { total, counted, found, missing, unexpected, toRecount, moved, unknown, late } = progress;
  const own = `#/stocktakes/${inventoryId}`;
  const figures: readonly (readonly [Words, number, string | null])[] = [
    [TEXTS.expected, total, null],
    [TEXTS.found, found, null],
    [TEXTS.missing, missing, null],
    [TEXTS.left, total - counted, null],
    [TEXTS.unexpected, unexpected, null],
    [TEXTS.toRecount, toRecount, `${own}/results?tab=toRecount`],
    [TEXTS.moved, moved, `${own}/results?tab=moved`],
    [TEXTS.unknown, unknown, `${own}/waiting?state=unknown`],
    [TEXTS.late, late, `${own}/waiting?state=late`],
  ];
  return (
    <dl class="count-figures">
      {figures.map(([words, value, to]) => (
        <div key={words.en}>
          <dt>{t(words)}</dt>
          <dd>{to !== null && isLinked && value > 0 ? <a href={to}>{number(value)}</a> : number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const TEXTS = {
  expected: say("Expected", "Očekáváno"),
  found: say("Found", "Nalezeno"),
  missing: say("Missing", "Chybí"),
  left: say("Not counted", "Nespočítáno"),
  unexpected: say("Unexpected", "Neočekáváno"),
  toRecount: say("To count again", "K přepočítání"),
  moved: say("Stock has moved", "Zásoba se pohnula"),
  unknown: say("Unknown codes", "Neznámé kódy"),
  late: say("Late counts", "Opožděné počty"),
};
