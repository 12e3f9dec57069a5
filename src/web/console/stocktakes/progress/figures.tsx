import { type Message, msg } from "../../../../domain/message.ts";
import { RESULT_NAMES } from "../../../../domain/results.ts";
import type { InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";

interface FiguresProps {
  readonly progress: InventoryProgressDetails;
  readonly inventoryId: number;
  /** The link to where unresolved counts are decided. */
  readonly isLinked: boolean;
}

type Figure = readonly [label: Message, value: number, to?: string];

/** The figures of a count as a sum: the expected items by result, then the other counts. */
export function Figures({ progress, inventoryId, isLinked }: FiguresProps) {
  const { total, unexpected, toRecount, moved, unknown, late } = progress;
  const own = `#/stocktakes/${inventoryId}`;
  const otherFigures: readonly Figure[] = [
    [RESULT_NAMES.unexpected, progress.results?.unexpected ?? unexpected],
    [msg("Recount"), toRecount, `${own}/results?tab=toRecount`],
    [msg("Stock changed"), moved, `${own}/results?tab=moved`],
    [msg("Unknown codes"), unknown, `${own}/waiting?state=unknown`],
    [msg("Late counts"), late, `${own}/waiting?state=late`],
  ];
  return (
    <>
      <dl class="count-figures count-sum">
        <FigureOf figure={[msg("Expected"), total]} isLinked={isLinked} />
        {partsOf(progress).map((figure, at) => (
          <FigureOf key={figure[0].source} figure={figure} isLinked={isLinked} sign={at === 0 ? "=" : "+"} />
        ))}
      </dl>
      <dl class="count-figures">
        {otherFigures.map((figure) => (
          <FigureOf key={figure[0].source} figure={figure} isLinked={isLinked} />
        ))}
      </dl>
    </>
  );
}

/** The results of the expected items. A blind count hides differences from people who count. */
function partsOf({
  results,
  found,
  foundElsewhere,
  missing,
  notCounted,
}: InventoryProgressDetails): readonly Figure[] {
  if (results === undefined) {
    return [
      [msg("Found in place"), found - foundElsewhere],
      [RESULT_NAMES.foundElsewhere, foundElsewhere],
      [RESULT_NAMES.missing, missing],
      [RESULT_NAMES.notCounted, notCounted],
    ];
  }
  const disposal: Figure = [RESULT_NAMES.proposedForDisposal, results.proposedForDisposal];
  return [
    [RESULT_NAMES.foundAsExpected, results.foundAsExpected],
    [RESULT_NAMES.foundElsewhere, results.foundElsewhere],
    [RESULT_NAMES.quantityDiffers, results.quantityDiffers],
    [RESULT_NAMES.missing, results.missing],
    [RESULT_NAMES.notCounted, results.notCounted],
    ...(results.proposedForDisposal > 0 ? [disposal] : []),
  ];
}

interface FigureProps {
  readonly figure: Figure;
  readonly isLinked: boolean;
  /** The operator before it in the sum. */
  readonly sign?: string;
}

function FigureOf({ figure: [label, value, to], isLinked, sign }: FigureProps) {
  return (
    <div class={value === 0 ? "is-zero" : ""}>
      <dt>{t(label)}</dt>
      <dd>
        {sign !== undefined && <span class="count-sign">{sign} </span>}
        {to !== undefined && isLinked && value > 0 ? <a href={to}>{number(value)}</a> : number(value)}
      </dd>
    </div>
  );
}
