import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { makeSheetOfLocations } from "../../api/console/printing.ts";
import type { MakeSheetOfLocationsRequest } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/select.tsx";
import { SheetForm } from "../label-sheets/sheet-form.tsx";
import { Screen } from "../layout/screen.tsx";
import { withBelow } from "./tree/location-tree.ts";
import { useLocations } from "./tree/use-locations.ts";

/** `#/locations/:id/sheet`: a sheet of labels for a location and all below it, as a PDF. */
export function SheetScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const { query, tree } = useLocations();
  const [isOnly, setOnly] = useState(false);
  const location = tree?.get(oid) ?? null;
  const locations = location === null || tree === null ? [] : isOnly ? [location] : withBelow(tree, location);
  const labels = locations.filter(({ code }) => code !== null).length;
  return (
    <Screen
      title={t(TEXTS.title, { name: location?.name ?? "" })}
      above={<a href={`#/locations/${oid}/labels`}>{t(TEXTS.back)}</a>}
    >
      <QueryBoundary query={query}>
        {() =>
          location === null ? (
            t(TEXTS.gone)
          ) : (
            <Card>
              <Select
                label={t(TEXTS.which)}
                value={isOnly ? "1" : ""}
                items={[
                  { value: "", label: t(TEXTS.withBelow) },
                  { value: "1", label: t(TEXTS.only) },
                ]}
                onValue={(value) => setOnly(value === "1")}
              />
              <p role="status">
                {t(TEXTS.count, { n: labels })}{" "}
                {locations.length > labels && t(TEXTS.without, { n: locations.length - labels })}
              </p>
              <SheetForm
                request={(choice) => {
                  const body = { ...choice, withBelow: !isOnly };
                  // The names of sheets are those of the API.
                  return makeSheetOfLocations({ id: oid, body: body as MakeSheetOfLocationsRequest });
                }}
              />
            </Card>
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

const TEXTS = {
  title: msg("Sheet of labels: {name}"),
  back: msg("Labels"),
  gone: msg("This location no longer exists."),
  which: msg("Locations"),
  withBelow: msg("This location and all under it"),
  only: msg("This location only"),
  count: msg("{n, plural, one {# label.} other {# labels.}}"),
  without: msg(
    "{n, plural, one {# location without a code gets} other {# locations without a code get}} no label.",
  ),
};
