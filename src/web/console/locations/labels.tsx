import { msg } from "../../../domain/message.ts";
import type { OrderedLocation } from "../../api/locations.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { SelectField } from "../forms/fields.tsx";
import { Screen } from "../layout/screen.tsx";
import { LocationLabel } from "./label.tsx";
import { LABEL_SIZES } from "./label-sizes.ts";
import { type LocationTree, pathAbove, withBelow } from "./tree/location-tree.ts";
import { useLocations } from "./tree/use-locations.ts";
import "./labels.css";

/** So many labels are drawn at once: more would keep the browser busy. */
const PART = 500;

/** `#/locations/:id/labels`: a sheet of labels for a place and all below it, printed by the browser. */
export function LabelsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const { answer, tree } = useLocations();
  const place = tree?.get(oid) ?? null;
  return (
    <Screen
      title={t(TEXTS.title, { name: place?.name ?? "" })}
      above={<a href={`#/locations/${oid}`}>{t(TEXTS.back)}</a>}
      actions={
        <button type="button" onClick={() => print()}>
          {t(TEXTS.print)}
        </button>
      }
    >
      <QueryBoundary answer={answer}>
        {() => (place === null || tree === null ? t(TEXTS.gone) : <Sheet place={place} tree={tree} />)}
      </QueryBoundary>
    </Screen>
  );
}

function Sheet({ place, tree }: { readonly place: OrderedLocation; readonly tree: LocationTree }) {
  const query = addressQuery();
  const size = LABEL_SIZES.find(({ name }) => name === query.get("size")) ?? LABEL_SIZES[0];
  const isOnly = query.get("only") === "1";
  const isRoll = query.get("paper") === "roll";
  const isQr = query.get("code") === "qr";
  const places = isOnly ? [place] : withBelow(tree, place);
  const labelled = places.filter(({ code }) => code !== null);
  const last = Math.max(0, Math.ceil(labelled.length / PART) - 1);
  const part = Math.min(Number(query.get("part") ?? 0), last);
  return (
    <>
      <form class="row no-print">
        <SelectField
          words={t(TEXTS.size)}
          value={size.name}
          items={LABEL_SIZES.map(({ name }) => ({ value: name, words: `${name.replace("x", " × ")} mm` }))}
          onValue={(value) => changeQuery({ size: value, part: null })}
        />
        <SelectField
          words={t(TEXTS.paper)}
          value={isRoll ? "roll" : ""}
          items={[
            { value: "", words: t(TEXTS.sheet) },
            { value: "roll", words: t(TEXTS.roll) },
          ]}
          onValue={(value) => changeQuery({ paper: value })}
        />
        <SelectField
          words={t(TEXTS.code)}
          value={isQr ? "qr" : "128"}
          items={[
            { value: "128", words: "Code 128" },
            { value: "qr", words: "QR" },
          ]}
          onValue={(value) => changeQuery({ code: value === "qr" ? "qr" : null })}
        />
        <SelectField
          words={t(TEXTS.which)}
          value={isOnly ? "1" : ""}
          items={[
            { value: "", words: t(TEXTS.withBelow) },
            { value: "1", words: t(TEXTS.only) },
          ]}
          onValue={(value) => changeQuery({ only: value, part: null })}
        />
        {last > 0 && (
          <SelectField
            words={t(TEXTS.part, { n: PART })}
            value={String(part)}
            items={Array.from({ length: last + 1 }, (_, at) => ({
              value: String(at),
              words: `${at * PART + 1}–${Math.min((at + 1) * PART, labelled.length)}`,
            }))}
            onValue={(value) => changeQuery({ part: value })}
          />
        )}
      </form>
      <p class="no-print" role="status">
        {t(TEXTS.count, { n: labelled.length })}{" "}
        {places.length > labelled.length && t(TEXTS.without, { n: places.length - labelled.length })}
      </p>
      <div class={`label-sheet ${isRoll ? "roll" : "sheet"}-${size.name}`}>
        {labelled.slice(part * PART, (part + 1) * PART).map((one) => (
          <LocationLabel key={one.oid} place={one} way={pathAbove(tree, one.oid)} size={size} isQr={isQr} />
        ))}
      </div>
    </>
  );
}

const TEXTS = {
  title: msg("Labels: {name}"),
  back: msg("Back to location"),
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
