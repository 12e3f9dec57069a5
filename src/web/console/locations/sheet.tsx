import { msg } from "../../../domain/message.ts";
import type { OrderedLocation } from "../../api/locations.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Screen } from "../layout/screen.tsx";
import { type LocationTree, pathAbove, withBelow } from "./tree/location-tree.ts";
import { useLocations } from "./tree/use-locations.ts";
import "./sheet.css";
import type { Location } from "../../api/types/endpoints.d.ts";
import { Code128, Qr } from "../../scanner/label-picture.tsx";

/** The number of labels that are drawn; more would block the browser. */
const PART = 500;

/** `#/locations/:id/sheet`: labels for a location and all below it, printed by the browser. */
export function SheetScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const { query: result, tree } = useLocations();
  const location = tree?.get(oid) ?? null;
  return (
    <Screen
      title={t(TEXTS.title, { name: location?.name ?? "" })}
      above={<a href={`#/locations/${oid}/labels`}>{t(TEXTS.back)}</a>}
      actions={<Button onClick={() => print()}>{t(TEXTS.print)}</Button>}
    >
      <QueryBoundary query={result}>
        {() =>
          location === null || tree === null ? t(TEXTS.gone) : <Sheet location={location} tree={tree} />
        }
      </QueryBoundary>
    </Screen>
  );
}

function Sheet({ location, tree }: { readonly location: OrderedLocation; readonly tree: LocationTree }) {
  const query = addressQuery();
  const size = LABEL_SIZES.find(({ name }) => name === query.get("size")) ?? LABEL_SIZES[0];
  const isOnly = query.get("only") === "1";
  const isRoll = query.get("paper") === "roll";
  const isQr = query.get("code") === "qr";
  const locations = isOnly ? [location] : withBelow(tree, location);
  const labelled = locations.filter(({ code }) => code !== null);
  const last = Math.max(0, Math.ceil(labelled.length / PART) - 1);
  const part = Math.min(Number(query.get("part") ?? 0), last);
  return (
    <>
      <form class="no-print">
        <Toolbar>
          <Select
            label={t(TEXTS.size)}
            value={size.name}
            items={LABEL_SIZES.map(({ name }) => ({ value: name, label: `${name.replace("x", " × ")} mm` }))}
            onValue={(value) => changeQuery({ size: value, part: null })}
          />
          <Select
            label={t(TEXTS.paper)}
            value={isRoll ? "roll" : ""}
            items={[
              { value: "", label: t(TEXTS.sheet) },
              { value: "roll", label: t(TEXTS.roll) },
            ]}
            onValue={(value) => changeQuery({ paper: value })}
          />
          <Select
            label={t(TEXTS.code)}
            value={isQr ? "qr" : "128"}
            items={[
              { value: "128", label: "Code 128" },
              { value: "qr", label: "QR" },
            ]}
            onValue={(value) => changeQuery({ code: value === "qr" ? "qr" : null })}
          />
          <Select
            label={t(TEXTS.which)}
            value={isOnly ? "1" : ""}
            items={[
              { value: "", label: t(TEXTS.withBelow) },
              { value: "1", label: t(TEXTS.only) },
            ]}
            onValue={(value) => changeQuery({ only: value, part: null })}
          />
          {last > 0 && (
            <Select
              label={t(TEXTS.part, { n: PART })}
              value={String(part)}
              items={Array.from({ length: last + 1 }, (_, at) => ({
                value: String(at),
                label: `${at * PART + 1}–${Math.min((at + 1) * PART, labelled.length)}`,
              }))}
              onValue={(value) => changeQuery({ part: value })}
            />
          )}
        </Toolbar>
      </form>
      <p class="no-print" role="status">
        {t(TEXTS.count, { n: labelled.length })}{" "}
        {locations.length > labelled.length && t(TEXTS.without, { n: locations.length - labelled.length })}
      </p>
      <div class={`label-sheet ${isRoll ? "roll" : "sheet"}-${size.name}`}>
        {labelled.slice(part * PART, (part + 1) * PART).map((one) => (
          <LocationLabel
            key={one.oid}
            location={one}
            way={pathAbove(tree, one.oid)}
            size={size}
            isQr={isQr}
          />
        ))}
      </div>
    </>
  );
}

interface LabelProps {
  readonly location: Location;
  readonly way: string;
  readonly size: LabelSize;
  readonly isQr: boolean;
}

/** The label of a location: its name, its path, and its code for scanners. */
function LocationLabel({ location: { name, code }, way, size: { width, height }, isQr }: LabelProps) {
  const text = code ?? "";
  return (
    <article class="location-label" style={{ width: `${width}mm`, height: `${height}mm` }}>
      {isQr || !fitsCode128(text) ? <Qr text={text} name={text} /> : null}
      <div class="label-text">
        <b>{name}</b>
        <small>{way}</small>
        {isQr || !fitsCode128(text) ? null : <Code128 text={text} name={text} />}
        <span>{text}</span>
      </div>
    </article>
  );
}

/** The size of a label in millimetres. labels.css has its position on an A4 sheet under the name. */
interface LabelSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Common sizes; the first is the default. */
const LABEL_SIZES: readonly [LabelSize, ...LabelSize[]] = [
  { name: "70x37", width: 70, height: 37 },
  { name: "50x25", width: 50, height: 25 },
  { name: "99x38", width: 99.1, height: 38.1 },
  { name: "105x57", width: 105, height: 57 },
  { name: "105x148", width: 105, height: 148 },
];

/** A longer code makes bars too thin for a scanner at arm's length. */
const MOST_OF_CODE128 = 24;

/** Whether a code fits into a Code 128: printable ASCII, not too long. Others need a QR code. */
const fitsCode128 = (code: string) => code.length <= MOST_OF_CODE128 && /^[ -~]+$/.test(code);

const TEXTS = {
  title: msg("Labels: {name}"),
  back: msg("Labels"),
  print: msg("Print…"),
  gone: msg("This location no longer exists."),
  size: msg("Label size"),
  paper: msg("Paper"),
  sheet: msg("A4 sheet of labels"),
  roll: msg("Roll: one label per page"),
  code: msg("Code type"),
  which: msg("Locations"),
  withBelow: msg("This location and all under it"),
  only: msg("This location only"),
  part: msg("Range ({n} per page)"),
  count: msg("{n, plural, one {# label.} other {# labels.}}"),
  without: msg(
    "{n, plural, one {# location without a code gets} other {# locations without a code get}} no label.",
  ),
};
